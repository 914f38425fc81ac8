import { expect, test } from 'vitest';
import { createFakeRpc } from '@/test/support/fake-rpc';
import { makeProvableBlock } from '@/test/support/provable-block';
import { parseBlock } from './block';
import type { Send } from './failover';
import { parseReceipt } from './receipt';
import { NoAnswerError, RpcError } from './rpc-error';
import { fetchTraces, probeTraces, type TraceMethod } from './traces';

const lacking = (method: string): Send =>
  async function answer(asked) {
    if (asked === method) throw new RpcError(asked, { code: -32601, message: 'the method does not exist' });
    return [];
  };
const away: Send = async (method) => {
  throw new NoAnswerError(`away.example ${method}`, {
    code: 'node_unreachable',
    reason: 'no answer in time',
  });
};

test('an endpoint without web3_clientVersion beside one that is away tells its trace method', async () => {
  const rpc = createFakeRpc({ 'plain.example': lacking('web3_clientVersion'), 'away.example': away });
  expect(await probeTraces(rpc, 1)).toBe('debug_traceBlockByNumber');
  const other = createFakeRpc({ 'plain.example': lacking('debug_traceBlockByNumber') });
  expect(await probeTraces(other, 1)).toBe('trace_block');
});

test('a node that is away is no node without traces', async () => {
  await expect(probeTraces(createFakeRpc({ 'away.example': away }), 1)).rejects.toMatchObject({
    code: 'node_unreachable',
  });
});

test.each<[string, TraceMethod, (count: number) => unknown]>([
  ['an empty list', 'trace_block', () => []],
  ['nulls', 'debug_traceBlockByNumber', (count) => Array(count).fill(null)],
  ['results of null', 'debug_traceBlockByNumber', (count) => Array(count).fill({ result: null })],
  ['empty results', 'debug_traceBlockByNumber', (count) => Array(count).fill({ result: {} })],
])('%s are no traces of a block with transactions: they are asked for again', async (_, method, answer) => {
  const { block, receipts } = await makeProvableBlock(1);
  const traced = { block: parseBlock(block), receipts: receipts.map(parseReceipt), isProven: true };
  const rpc = createFakeRpc(async () => answer(receipts.length));
  const { traces, refusal } = await fetchTraces(rpc, method, traced);
  expect(traces).toEqual(receipts.map(() => null));
  expect(refusal?.message).toContain('nothing of transaction 0');
});

test('traces that would take too much memory are left to the backlog, and stop no block', async () => {
  const { block, receipts } = await makeProvableBlock(1);
  const traced = { block: parseBlock(block), receipts: receipts.map(parseReceipt), isProven: true };
  const rpc = createFakeRpc(async (method) => {
    const reason = 'the response consists of too many values';
    throw new NoAnswerError(method, { code: 'node_answer', reason, isWorthRetrying: false });
  });
  expect(await probeTraces(rpc, 1)).not.toBeNull();
  const { traces, refusal } = await fetchTraces(rpc, 'debug_traceBlockByNumber', traced);
  expect([traces, refusal?.code]).toEqual([null, 'node_answer']);
});
