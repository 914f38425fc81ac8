import { expect, test } from 'vitest';
import { beginGeneration } from '@/lib/db/generation';
import { hash, hex } from '@/test/support/api-rows';
import { provideChain } from '@/test/support/indexer-harness';
import { createNodelessServices } from '@/test/support/no-nodes';
import { removePlainBlocks, writePlainBlocks } from '@/test/support/plain-chain';
import { createFeed } from './feed';

const db = await provideChain(1);
const chain = { chain_id: 1, name: 'Chain', symbol: 'ETH', is_demo: false };

const parts = {
  open: () => db,
  chain,
  listChains: async () => [chain],
  services: createNodelessServices([]),
};
const open = () => createFeed(parts);
const block = (number: number, fork = 0) => ({ number, fork, timestamp: number + 1, transactions: [] });
/** The hashes of the blocks that a look at the chain tells. */
const look = async (read: ReturnType<typeof open>) =>
  (await read(new Set(['blocks'] as const))).map(({ payload }) => Object(payload).block.hash);
const told = (number: number, fork = 0) => hex(hash(number * 1000 + fork + 1));

test('blocks that replace others are told, whether the chain gets longer, shorter, or neither', async () => {
  await writePlainBlocks(db, [block(0), block(1), block(2), block(3)]);
  const read = open();
  expect(await look(read)).toEqual([]);
  await removePlainBlocks(db, 1);
  await writePlainBlocks(db, [block(2, 1), block(3, 1)]);
  expect(await look(read)).toEqual([told(2, 1), told(3, 1)]);
  await removePlainBlocks(db, 2);
  await writePlainBlocks(db, [block(3, 2), block(4)]);
  expect(await look(read)).toEqual([told(3, 2), told(4)]);
  await removePlainBlocks(db, 2);
  await writePlainBlocks(db, [block(3, 3)]);
  expect(await look(read)).toEqual([told(3, 3)]);
  expect(await look(read)).toEqual([]);
});

test('a lower tip, as of a replica that lags, tells nothing, and nothing twice', async () => {
  const blocks = Array.from({ length: 30 }, (_, at) => block(at + 4));
  await writePlainBlocks(db, blocks);
  const read = open();
  expect(await look(read)).toEqual([]);
  await removePlainBlocks(db, 31);
  expect(await look(read)).toEqual([]);
  await writePlainBlocks(db, blocks.slice(-2));
  expect(await look(read)).toEqual([]);
  await removePlainBlocks(db, 5);
  expect(await look(read)).toEqual([]);
  await writePlainBlocks(db, [block(6, 1)]);
  expect(await look(read)).toEqual([told(6, 1)]);
});

test('of a chain that began again all blocks are told', async () => {
  const read = open();
  expect(await look(read)).toEqual([]);
  await removePlainBlocks(db, -1);
  await writePlainBlocks(db, [block(0, 7), block(1, 7)]);
  beginGeneration();
  expect(await look(read)).toEqual([told(0, 7), told(1, 7)]);
  expect(await look(read)).toEqual([]);
});
