import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { converge, startProgress } from '@/lib/indexer/sync/converge';
import { RpcError } from '@/lib/rpc/rpc-error';
import { createFakeRpc } from '../support/fake-rpc';
import { openContext, provideChain } from '../support/indexer-harness';

const CHAIN_ID = 67;

const quantity = (value: number) => `0x${value.toString(16)}`;
const hash = (seed: number) => `0x${seed.toString(16).padStart(64, '0')}`;
const db = await provideChain(CHAIN_ID);

/**
 * A node of empty blocks, which tells what is finalized once it was asked for its head, and its chain, while it is slow, once it
 * was asked for a code; or some seconds later. `log` has what it was asked and told.
 */
function openNode() {
  const node = { head: 1, isFailing: false, isSlow: false, log: [] as string[] };
  const headerAt = (number: number) =>
    number <= node.head
      ? {
          ...{ number: quantity(number), hash: hash(1000 + number), parentHash: hash(999 + number) },
          ...{ timestamp: quantity(1_700_000_000 + number), transactions: [] },
        }
      : null;
  const untilSaid = async (text: string, tries: number) => {
    for (let at = 0; at < tries && !node.log.some((line) => line.startsWith(text)); at++) await delay(20);
  };
  const rpc = createFakeRpc(async (method, [tag, height]) => {
    if (method === 'eth_chainId') {
      if (node.isSlow) await untilSaid('asked for the code', 100);
      return quantity(CHAIN_ID);
    }
    if (method === 'eth_blockNumber') return quantity(node.head);
    if (method === 'eth_getBlockReceipts') return [];
    if (method === 'eth_getCode') {
      node.log.push(`asked for the code after block ${Number(height)}`);
      return '0x';
    }
    if (method !== 'eth_getBlockByNumber') throw new RpcError(method, { code: -32601, message: 'no method' });
    if (tag !== 'finalized') {
      node.log.push(`asked for block ${Number(tag)}`);
      return headerAt(Number(tag));
    }
    if (node.isFailing) throw new TypeError('connection lost');
    await untilSaid(`asked for block ${node.head}`, 500);
    node.log.push('told what is finalized');
    return headerAt(0);
  });
  return { node, rpc };
}

test('a new block does not wait until the head before it is confirmed and stored', async () => {
  const { node, rpc } = openNode();
  const context = await openContext({ rpc, db });
  const progress = startProgress();
  while ((await converge(context, progress)).kind !== 'idle');
  node.head = 2;
  node.log.length = 0;
  expect(await converge(context, progress)).toMatchObject({ kind: 'advanced', tip: 2 });
  await progress.refresh?.done;
  const told = node.log.indexOf('told what is finalized');
  const asked = node.log.indexOf('asked for block 2');
  expect(told).toBeGreaterThan(-1);
  expect(asked).toBeGreaterThan(-1);
  expect(asked).toBeLessThan(told);
  const [state] = await db.sql`select remote_head, finalized_block from ${db.schema}.indexer_state`;
  expect(state).toEqual({ remote_head: 2, finalized_block: 0 });

  node.head = 3;
  node.isFailing = true;
  expect(await converge(context, progress)).toMatchObject({ kind: 'advanced', tip: 3 });
  await progress.refresh?.done;
  await expect(converge(context, progress)).rejects.toThrow('connection lost');
  node.isFailing = false;
  expect(await converge(context, progress)).toMatchObject({ kind: 'idle' });
  const [after] = await db.sql`select remote_head from ${db.schema}.indexer_state`;
  expect(after).toEqual({ remote_head: 3 });
});

test('the codes of the first blocks are those at the head: a node may have no older state', async () => {
  const { node, rpc } = openNode();
  const first = await provideChain(CHAIN_ID);
  const context = await openContext({ rpc, db: first, endBlock: 0 });
  node.isSlow = true;
  expect(await converge(context, startProgress())).toMatchObject({ kind: 'advanced', tip: 0 });
  expect(node.log).toContain('asked for the code after block 1');
});
