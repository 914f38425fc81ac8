import { beforeEach, expect, test } from 'vitest';
import { runTransaction } from '@/lib/db/transaction';
import { provideChain } from '@/test/support/indexer-harness';
import { drawsOf } from '@/test/synthetic/draws';
import type { Range } from './plan';
import {
  addProvenRange,
  listUnprovenRanges,
  readProvability,
  removeProvenRange,
  storeProvability,
} from './proven-ranges';
import { openState } from './state';

const db = await provideChain(7);
await openState(db, 0);
beforeEach(() => db.sql`delete from ${db.schema}.proven_ranges`);

const add = (from: number, to: number) =>
  runTransaction(db.sql, (sql) => addProvenRange(sql, db, { from, to }));
const remove = (from: number, to: number) =>
  runTransaction(db.sql, (sql) => removeProvenRange(sql, db, { from, to }));
const stored = async () => [
  ...(await db.sql<Range[]>`
    select from_block as "from", to_block as "to" from ${db.schema}.proven_ranges order by 1`),
];

/** The runs of consecutive heights of `range` that `isMember` holds for. */
function runsOf({ from, to }: Range, isMember: (height: number) => boolean): Range[] {
  const runs: { from: number; to: number }[] = [];
  for (let height = from; height <= to; height++) {
    if (!isMember(height)) continue;
    const last = runs.at(-1);
    if (last?.to === height - 1) last.to = height;
    else runs.push({ from: height, to: height });
  }
  return runs;
}

const HEIGHTS = 60;
const LAST = 2 * HEIGHTS;

test.each([1, 2, 3, 4, 5])('ranges behave as a set of heights would (%i)', async (seed) => {
  const { below: draw } = drawsOf(seed, 0);
  const proven = new Set<number>();
  for (let step = 0; step < 120; step++) {
    const from = draw(HEIGHTS);
    const to = from + draw(draw(4) === 0 ? 20 : 3);
    if (draw(3) === 0) {
      for (let height = from; height <= to; height++) proven.delete(height);
      await remove(from, to);
    } else {
      for (let height = from; height <= to; height++) proven.add(height);
      await add(from, to);
    }
    expect(await stored()).toEqual(runsOf({ from: 0, to: LAST }, (height) => proven.has(height)));
    const start = draw(HEIGHTS);
    const range = { from: start, to: start + draw(HEIGHTS) };
    const gaps = runsOf(range, (height) => !proven.has(height)).reverse();
    const limit = 1 + draw(4);
    expect([...(await listUnprovenRanges(db, range, limit))]).toEqual(gaps.slice(0, limit));
  }
});

test('adjacent ranges become one; a whole index without proof is one gap', async () => {
  expect([...(await listUnprovenRanges(db, { from: 5, to: 9 }, 3))]).toEqual([{ from: 5, to: 9 }]);
  await add(0, 3);
  await add(5, 9);
  expect(await stored()).toHaveLength(2);
  await add(4, 4);
  expect(await stored()).toEqual([{ from: 0, to: 9 }]);
  expect([...(await listUnprovenRanges(db, { from: 0, to: 9 }, 3))]).toEqual([]);
  await remove(0, 9);
  expect(await stored()).toEqual([]);
});

test('whether the chain can be proven is unknown at first, then stored with the reason', async () => {
  expect(await readProvability(db)).toEqual({ status: 'unknown', reason: null, checks: [] });
  const reason = 'transactions of type 106';
  const unprovable = { status: 'unprovable', reason, checks: ['transactions_root', 'senders'] } as const;
  await storeProvability(db, unprovable);
  expect(await readProvability(db)).toEqual(unprovable);
  await storeProvability(db, { status: 'provable', reason: null, checks: [] });
  expect(await readProvability(db)).toEqual({ status: 'provable', reason: null, checks: [] });
});
