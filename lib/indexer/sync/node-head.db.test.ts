import { EventEmitter, once } from 'node:events';
import { expect, test } from 'vitest';
import { createFakeRpc } from '@/test/support/fake-rpc';
import { openContext, provideChain } from '@/test/support/indexer-harness';
import { answerRestlessly } from '@/test/support/restless-node';
import { SYNTHETIC_CHAIN_ID } from '@/test/synthetic/cast';
import { converge, startProgress } from './converge';
import { findTip } from './state';

const SIZE = { transactions: 12, perBlock: 4 };

const db = await provideChain(SYNTHETIC_CHAIN_ID);

/** From then on the node does not tell its chain ID before it was asked for receipts. */
async function openOn(chainId: number) {
  const honest = answerRestlessly(SIZE);
  const asked = new EventEmitter();
  const receipts = once(asked, 'receipts');
  const gate = { isShut: false };
  const rpc = createFakeRpc(async (method, params) => {
    if (method === 'eth_getBlockReceipts') asked.emit('receipts');
    if (method !== 'eth_chainId' || !gate.isShut) return honest(method, params);
    await receipts;
    return `0x${chainId.toString(16)}`;
  });
  const context = await openContext({ rpc, db });
  gate.isShut = true;
  return context;
}

test('blocks are fetched while the head is confirmed, and not written where it is of another chain', async () => {
  const context = await openOn(1);
  await expect(converge(context, startProgress())).rejects.toThrow('it answers as chain 1');
  expect(await findTip(db)).toBeUndefined();
});

test('and written once it is', async () => {
  const context = await openOn(SYNTHETIC_CHAIN_ID);
  expect(await converge(context, startProgress())).toMatchObject({ kind: 'advanced' });
  const [state] = await db.sql`select remote_head from ${db.schema}.indexer_state`;
  expect(state).toEqual({ remote_head: SIZE.transactions / SIZE.perBlock - 1 });
});
