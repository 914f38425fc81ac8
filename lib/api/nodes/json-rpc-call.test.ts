import { expect, test } from 'vitest';
import { heightsOf, prepareCall } from './json-rpc-call';

const HEIGHTS = { head: 10_000, finalized: 9_000 };
const ALICE = `0x${'a1'.repeat(20)}`;
const HASH = `0x${'5e'.repeat(32)}`;
const prepare = (method: string, ...params: unknown[]) => prepareCall({ method, params }, HEIGHTS);
const codeOf = (...call: Parameters<typeof prepare>) => {
  const prepared = prepare(...call);
  return 'error' in prepared ? prepared.error.code : 0;
};

test.each([
  'eth_sendRawTransaction',
  'eth_sendTransaction',
  'web3_clientVersion',
  'debug_traceTransaction',
  'admin_peers',
  'anvil_setBalance',
  'constructor',
])('%s is not offered', (method) => {
  expect(codeOf(method)).toBe(-32601);
});

test('the block is the latest when none is named, and its height is known when it is', () => {
  expect(prepare('eth_getBalance', ALICE)).toMatchObject({ params: [ALICE, 'latest'], block: undefined });
  expect(prepare('eth_getBalance', ALICE, '0x10')).toMatchObject({ block: 16 });
  expect(prepare('eth_getBalance', ALICE, { blockNumber: '0x10' })).toMatchObject({ block: 16 });
  expect(prepare('eth_getBlockByNumber', '0x10', true)).toMatchObject({ block: 16 });
  expect(prepare('eth_getStorageAt', ALICE, '0x0', '0x10')).toMatchObject({ block: 16 });
  expect(prepare('eth_getTransactionReceipt', HASH)).toMatchObject({ block: undefined });
});

test('parameters are whole: none is missing, malformed or too many', () => {
  for (const params of [[], ['0x12'], [ALICE, 'newest'], [ALICE, 'latest', 1], [{}]])
    expect(codeOf('eth_getBalance', ...params)).toBe(-32602);
  expect(codeOf('eth_blockNumber', 1)).toBe(-32602);
  expect(codeOf('eth_feeHistory', '0x401', 'latest')).toBe(-32602);
  expect(codeOf('eth_feeHistory', '0x400', 'latest', [10, 90])).toBe(0);
  expect(codeOf('eth_getLogs', { topics: Array(5).fill(null) })).toBe(-32602);
  expect(codeOf('eth_getLogs', { address: Array(51).fill(ALICE) })).toBe(-32602);
});

test('a call gets no more gas than we give', () => {
  expect(prepare('eth_call', { to: ALICE, gas: '0xffffffffff' })).toMatchObject({
    params: [{ to: ALICE, gas: '0x2faf080' }, 'latest'],
    isHeavy: true,
  });
  expect(prepare('eth_call', { to: ALICE, gas: '0x5208' })).toMatchObject({
    params: [{ gas: '0x5208' }, 'latest'],
  });
});

test('logs are of a bounded number of blocks', () => {
  const ask = (fromBlock?: string, toBlock?: string) => codeOf('eth_getLogs', { fromBlock, toBlock });
  expect([ask(), ask('0x1', '0x7d0'), ask('0x2328'), ask('finalized')]).toEqual([0, 0, 0, 0]);
  expect([ask('0x0', '0x7d0'), ask('earliest'), ask('0x1f00', 'pending')]).toEqual([-32005, -32005, -32005]);
  expect(prepare('eth_getLogs', { fromBlock: '0x1', toBlock: '0x7d0' })).toMatchObject({ block: 2_000 });
  expect(codeOf('eth_getLogs', { blockHash: HASH })).toBe(0);
  const unknown = prepareCall({ method: 'eth_getLogs', params: [{}] }, heightsOf(undefined));
  expect(unknown).toMatchObject({ error: { code: -32602 } });
});
