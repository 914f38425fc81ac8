import { beforeAll, expect, test } from 'vitest';
import type { Send } from '@/lib/rpc/failover';
import { hash, hex, insert } from '@/test/support/api-rows';
import { createFakeRpc } from '@/test/support/fake-rpc';
import { provideChain } from '@/test/support/indexer-harness';
import { findFinalized } from './finality';
import { storeNodeState } from './state';

const TIP = 99;
const tip = { number: TIP, hash: hash(1_000_000 + TIP) };

const db = await provideChain(7);
beforeAll(async () => {
  for (let height = 0; height <= TIP; height++) await insert.block(db, height);
});

/** A node with the indexed blocks, which calls this height finalized. */
const nodeOf = (finalized: number | null): Send =>
  async function answer(_, [tag]) {
    const height = tag === 'finalized' ? finalized : Number(tag);
    if (height === null) return null;
    return {
      number: `0x${height.toString(16)}`,
      hash: hex(hash(1_000_000 + height)),
      parentHash: hex(hash(999_999 + height)),
    };
  };
const find = (heights: readonly (number | null)[], head = TIP) =>
  findFinalized(
    {
      db,
      rpc: createFakeRpc(Object.fromEntries(heights.map((at, index) => [`${index}.example`, nodeOf(at)]))),
    },
    { tip, head },
  );

test('is what every endpoint that says anything calls finalized', async () => {
  expect(await find([80])).toBe(80);
  expect(await find([99, 40])).toBe(40);
  expect(await find([70, 90, null])).toBe(70);
});

test('is 64 blocks below the tip of the index where the node does not say, however high a head it claims', async () => {
  expect(await find([null])).toBe(TIP - 64);
  expect(await find([null], 2 ** 40)).toBe(TIP - 64);
});

test('never falls, and is not asked of all again until it rises', async () => {
  await storeNodeState(db, { remoteHead: TIP, hasTraces: false, endBlock: null, finalized: 60 });
  expect(await find([60, 10])).toBeUndefined();
  expect(await find([61, 61])).toBe(61);
});
