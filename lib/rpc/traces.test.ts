import { expect, test } from 'vitest';
import { createFakeRpc } from '@/test/support/fake-rpc';
import type { Send } from './failover';
import { NoAnswerError, RpcError } from './rpc-error';
import { probeTraces } from './traces';

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
