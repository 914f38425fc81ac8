import { describe, expect, test } from 'vitest';
import { classifyRefusal, type Refusal } from './refusal';

const TRACE = 'debug_traceBlockByNumber';
const RECEIPTS = 'eth_getBlockReceipts';

/** What nodes and providers answer: method, code, message, and what that means. */
const ANSWERS: readonly [string, string, number, string, Refusal][] = [
  ['geth', TRACE, -32601, `the method ${TRACE} does not exist/is not available`, 'missing'],
  ['geth', 'eth_call', 3, 'execution reverted: no', 'reverted'],
  ['geth before 1.9.15', 'eth_call', -32000, 'execution reverted', 'reverted'],
  ['geth', 'eth_call', -32000, 'invalid opcode: INVALID', 'reverted'],
  ['geth', 'eth_call', -32000, 'out of gas', 'reverted'],
  ['geth', 'eth_call', -32000, 'header not found', 'transient'],
  ['geth', 'eth_call', -32000, 'execution aborted (timeout = 5s)', 'transient'],
  ['geth', TRACE, -32000, 'execution timeout', 'transient'],
  ['geth', TRACE, -32000, 'block #123 not found', 'transient'],
  ['geth', TRACE, -32002, 'request timed out', 'transient'],
  ['geth', TRACE, -32003, 'response too large', 'refused'],
  [
    'geth',
    TRACE,
    -32000,
    'missing trie node 3e9a (path ) state 0x3e9a is not available, not found',
    'refused',
  ],
  ['geth', TRACE, -32000, 'historical state 3e9a is not available', 'refused'],
  ['geth', RECEIPTS, 4444, 'pruned history unavailable', 'refused'],
  ['erigon', TRACE, -32000, 'block not found', 'transient'],
  ['erigon', TRACE, -32000, 'historical state not available', 'refused'],
  ['erigon', 'trace_block', -32601, 'the method trace_block does not exist/is not available', 'missing'],
  ['nethermind', 'eth_call', -32015, 'VM execution error.', 'reverted'],
  ['nethermind', 'eth_call', -32001, 'header not found', 'transient'],
  ['nethermind', TRACE, -32016, 'debug_traceBlockByNumber timeout', 'transient'],
  ['nethermind', TRACE, -32002, 'No state available for block 0x01', 'refused'],
  ['nethermind', TRACE, -32601, `The method '${TRACE}' is not supported.`, 'missing'],
  [
    'nethermind',
    'trace_block',
    -32600,
    "The method 'trace_block' is found but the namespace 'Trace' is disabled for http://localhost:8545",
    'missing',
  ],
  ['besu', TRACE, -32601, 'Method not found', 'missing'],
  ['besu', 'trace_block', -32604, 'Method not enabled', 'missing'],
  ['besu', 'eth_call', -32000, 'Execution reverted', 'reverted'],
  ['besu', 'eth_call', -39001, 'Unknown block', 'transient'],
  ['besu', TRACE, -32603, 'Timeout expired', 'transient'],
  ['besu', TRACE, -32000, 'World state unavailable', 'refused'],
  ['reth', 'eth_call', -32001, 'block not found: latest', 'transient'],
  ['reth', 'eth_call', -32003, 'out of gas: gas required exceeds: 10000000', 'reverted'],
  ['reth', 'eth_call', -32000, 'EVM error: InvalidFEOpcode', 'reverted'],
  ['reth', RECEIPTS, -32603, 'internal error', 'transient'],
  ['anvil', 'trace_block', -32601, 'Method not found', 'missing'],
  ['anvil', 'eth_call', -32603, 'EVM error OpcodeNotFound', 'reverted'],
  ['Alchemy', 'trace_block', -32600, 'Unsupported method: trace_block. See available methods', 'missing'],
  ['Alchemy', 'trace_block', -32600, 'trace_block is not available on the Free tier', 'missing'],
  ['Alchemy', TRACE, 429, 'Your app has exceeded its compute units per second capacity', 'transient'],
  ['Infura', 'eth_call', -32005, 'daily request count exceeded, request rate limited', 'transient'],
  ['Infura', RECEIPTS, -32004, 'Method not supported', 'missing'],
  ['QuickNode', 'eth_call', -32007, '50/second request limit reached', 'transient'],
  ['dRPC', TRACE, 30, 'Request timeout on the free tier, please upgrade your tier to paid one', 'transient'],
  ['dRPC', TRACE, 35, 'method is not available on freetier, please upgrade to paid tier', 'missing'],
  ['a provider', TRACE, -32000, 'tracing not enabled', 'missing'],
  ['a provider', TRACE, -32000, `${TRACE}: block not found`, 'transient'],
  ['a provider', TRACE, -32000, `${TRACE}: required historical state is not available`, 'refused'],
  ['a provider', TRACE, -32600, 'please try again later', 'transient'],
  ['a proxy', RECEIPTS, -32602, 'invalid argument 0', 'refused'],
  ['a proxy', 'eth_call', -32000, 'something else', 'refused'],
];

describe('what a refusal means', () => {
  test.each(ANSWERS)('%s: %s, %i %s', (...answer) => {
    const [, method, code, message, expected] = answer;
    expect(classifyRefusal(method, { code, message })).toBe(expected);
  });

  test('a node that denies a method that every node has speaks of the moment', () => {
    for (const method of [
      'eth_blockNumber',
      'eth_chainId',
      'eth_getBlockByNumber',
      'eth_call',
      'eth_getCode',
    ])
      for (const code of [-32601, -32600, -32004])
        expect(classifyRefusal(method, { code, message: 'no such method' })).toBe('transient');
  });
});
