import { describe, expect, test } from 'vitest';
import { createFakeRpc } from '@/test/support/fake-rpc';
import { parseBlock } from './block';
import type { Send } from './failover';
import { RpcError } from './rpc-error';
import { simulateCalls } from './simulation';

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;
const address = (value: number) => `0x${value.toString(16).padStart(40, '0')}`;
const signed = (index: number) => ({
  ...{ hash: word(100 + index), type: '0x0', from: address(1), to: address(2), nonce: '0x0', value: '0x0' },
  ...{ input: '0x', gas: '0x5208', gasPrice: '0x1', v: '0x1b', r: '0x1', s: '0x1' },
  ...{ transactionIndex: `0x${index.toString(16)}`, blockHash: word(7), blockNumber: '0x5' },
});
const block = parseBlock({
  ...{ number: '0x5', hash: word(7), parentHash: word(6), timestamp: '0x64', miner: address(9) },
  ...{ gasLimit: '0x100000', gasUsed: '0x0', baseFeePerGas: '0x7', extraData: '0x', mixHash: word(3) },
  ...{ transactions: [0, 1, 2].map(signed), uncles: [] },
});
const lacks = (method: string) =>
  new RpcError(method, { code: -32601, message: 'the method does not exist' });
const frame = {
  type: 'CALL',
  from: address(1),
  to: address(2),
  gas: '0x5',
  gasUsed: '0x5208',
  output: '0x01',
};
const diffOf = (nonce: number) => ({
  pre: { [address(1)]: { balance: '0x9' } },
  post: { [address(1)]: { nonce } },
});

async function run(send: Send, more: { position?: number | null; calls?: number } = {}) {
  const asked: [string, readonly unknown[]][] = [];
  const rpc = createFakeRpc(async (method, params, how) => {
    asked.push([method, params]);
    return send(method, params, how);
  });
  const [call] = block.transactions.slice(2);
  if (!call) throw new Error('no call');
  const calls = Array.from({ length: more.calls ?? 1 }, () => call);
  const { position = 2 } = more;
  const simulated = await simulateCalls(rpc, {
    ...{ block, position, calls, overrides: new Map(), until: performance.now() + 60_000 },
  });
  return { simulated, asked };
}

const isDiff = (options: unknown) => JSON.stringify(options).includes('prestateTracer');

describe('the place in the block', () => {
  test('is found by a node that takes an index', async () => {
    const { simulated, asked } = await run(async (method, [, , options]) => {
      if (JSON.stringify(options).includes('0x7fffffff'))
        throw new RpcError(method, { code: -32000, message: 'transaction index 2147483647 out of range' });
      return isDiff(options) ? diffOf(1) : frame;
    });
    expect(simulated).toMatchObject({ method: 'debug_traceCall', isAtPlace: true });
    expect(asked.slice(1).map(([, [, tag, options]]) => [tag, options])).toMatchObject([
      ['0x5', { tracer: 'callTracer', txIndex: '0x2' }],
      ['0x5', { tracer: 'prestateTracer', txIndex: '0x2' }],
    ]);
  });

  test('is reached by the transactions before it where a node ignores the index, with the state of each', async () => {
    let nonce = 0;
    const { simulated, asked } = await run(async (_, [, , options]) => {
      if (!isDiff(options)) return frame;
      nonce += 1;
      return diffOf(nonce);
    });
    expect(simulated.isAtPlace).toBe(true);
    const [, ...traced] = asked.map(([, [, tag, options]]) => [tag, options]);
    const at = (value: string) => ({ stateOverrides: { [address(1)]: { nonce: value } } });
    expect(traced).toMatchObject([
      ['0x4', { tracer: 'prestateTracer', blockOverrides: { number: '0x5', baseFeePerGas: '0x7' } }],
      ['0x4', { tracer: 'prestateTracer', ...at('0x1') }],
      ['0x4', { tracer: 'callTracer', ...at('0x2') }],
      ['0x4', { tracer: 'prestateTracer', ...at('0x2') }],
    ]);
  });
});

describe('a node without a method', () => {
  const simulatedCall = { status: '0x1', returnData: '0x02', gasUsed: '0x5', logs: [] };

  test('executes by eth_simulateV1, with the transactions before and the coin that moved', async () => {
    const transfer = {
      address: `0x${'ee'.repeat(20)}`,
      topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', word(1), word(2)],
      data: word(9),
    };
    const own = { address: address(2), topics: [], data: '0x' };
    const { simulated } = await run(async (method) => {
      if (method !== 'eth_simulateV1') throw lacks(method);
      return [{ calls: [simulatedCall, simulatedCall, { ...simulatedCall, logs: [transfer, own] }] }];
    });
    expect(simulated).toMatchObject({ method: 'eth_simulateV1', isAtPlace: true });
    expect(simulated.executions).toMatchObject([
      { error: null, calls: null, transfers: [{ value: 9n }], logs: [{ logIndex: 0 }], gasUsed: 5n },
    ]);
  });

  test('executes by eth_call, before the block, and says so', async () => {
    const { simulated, asked } = await run(async (method) => {
      if (method !== 'eth_call') throw lacks(method);
      throw new RpcError(method, { code: 3, message: 'execution reverted', data: '0xaabb' });
    });
    expect(simulated).toMatchObject({ method: 'eth_call', isAtPlace: false });
    expect(simulated.executions).toMatchObject([{ error: 'execution reverted', logs: null, gasUsed: null }]);
    expect(simulated.executions[0]?.output.toString('hex')).toBe('aabb');
    expect(asked.at(-1)?.[1][1]).toBe('0x4');
  });

  test('does not execute several calls by eth_call', async () => {
    const ran = run(async (method) => (method === 'eth_call' ? '0x' : Promise.reject(lacks(method))), {
      calls: 2,
    });
    await expect(ran).rejects.toThrow('eth_simulateV1');
  });
});

test.each([
  ['a trace that is none', (options: unknown) => (isDiff(options) ? diffOf(1) : { structLogs: [] })],
  ['a state diff that is none', (options: unknown) => (isDiff(options) ? { pre: 5 } : frame)],
])('%s: another method is used', async (_, answer) => {
  const { simulated } = await run(
    async (method, [, , options]) => {
      if (method === 'debug_traceCall') return answer(options);
      return [{ calls: [{ status: '0x0' }, { status: '0x1', logs: 5 }] }];
    },
    { position: null, calls: 2 },
  ).catch((error: unknown) => ({ simulated: String(error) }));
  expect(JSON.stringify(simulated)).toMatch(/malformed logs/);
});

test('what a node refuses is not tried by another method', async () => {
  const ran = run(
    async (method) => {
      throw new RpcError(method, { code: -32000, message: 'insufficient funds for gas * price + value' });
    },
    { position: null },
  );
  await expect(ran).rejects.toThrow('debug_traceCall');
});

test('nothing is asked once the time is over', async () => {
  const rpc = createFakeRpc(async () => frame);
  const late = simulateCalls(rpc, { block, position: null, calls: [], overrides: new Map(), until: 0 });
  await expect(late).resolves.toMatchObject({ executions: [] });
  const [call] = block.transactions;
  if (!call) throw new Error('no call');
  const asked = simulateCalls(rpc, { block, position: null, calls: [call], overrides: new Map(), until: 0 });
  await expect(asked).rejects.toThrow('in time');
});
