import fc from 'fast-check';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { dropChain, migrateGateway } from '@/lib/db/migrate';
import type { Database } from '@/lib/db/open-database';
import { createPart, openPart } from '@/lib/db/part-schema';
import { registerChains } from '@/lib/db/register-chains';
import { provideDatabase } from '@/test/support/database';
import { createFakeRpc } from '@/test/support/fake-rpc';
import {
  compareTables,
  dumpTables,
  indexBlocks,
  openChain,
  type Tables,
} from '@/test/support/indexer-harness';
import { answerRestlessly } from '@/test/support/restless-node';
import { indexAlone, indexInParts, splitAt } from '@/test/support/split-chain';
import { SYNTHETIC_CHAIN_ID } from '@/test/synthetic/cast';
import { joinPart } from './join-part';
import { JOIN_RULES } from './join-rules';
import { partitionChain } from './partition-chain';
import { removeBlocks } from './remove-blocks';
import { findTip, openState } from './state';

const SIZE = { transactions: 240, perBlock: 8 };
const LAST = SIZE.transactions / SIZE.perBlock - 1;
const rpc = createFakeRpc(answerRestlessly(SIZE));

const { sql } = await provideDatabase();
let db: Database;
let truth: Tables;
const openEmpty = async () => {
  await migrateGateway(sql);
  await dropChain(sql, SYNTHETIC_CHAIN_ID);
  db = await openChain(sql, SYNTHETIC_CHAIN_ID);
  await openState(db, 0);
};
beforeAll(async () => {
  await openEmpty();
  await indexBlocks({ rpc, db });
  truth = await dumpTables(db);
});
beforeEach(openEmpty);

test('the parts of the chain that is joined below are hard to join', async () => {
  const [first, second] = splitAt([15], LAST);
  if (!first || !second) throw new Error('there are not two parts');
  const parts = [await indexAlone(db, rpc, first), await indexAlone(db, rpc, second)];
  const count = async (query: (part: Database) => string) => {
    const rows = await Promise.all(parts.map((part) => sql.unsafe(query(part))));
    return rows.map(([row]) => Number(row?.count));
  };
  const created = 'select count(*) from NAME.addresses where created_block is not null';
  const [some = 0, others = 0] = await count(({ name }) => created.replace('NAME', name));
  const contracts = truth.addresses?.filter((row) => row.includes('7777777777777')).length ?? 0;
  expect(contracts).toBeGreaterThan(0);
  expect(some + others).toBeGreaterThan(contracts);
  const below = 'select count(*) from NAME.token_holders where value < 0';
  expect(Math.min(...(await count(({ name }) => below.replace('NAME', name))))).toBeGreaterThan(0);
  const days = truth.daily_stats?.length ?? 0;
  const [one = 0, other = 0] = await count(({ name }) => `select count(*) from ${name}.daily_stats`);
  expect(one + other).toBeGreaterThan(days);
});

test('parts that are indexed alone, joined and followed are the index of a single run, row for row', async () => {
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: LAST }), { minLength: 2, maxLength: 2 });
  await fc.assert(
    fc.asyncProperty(cuts, async (heights) => {
      await openEmpty();
      const parts = splitAt(heights, Math.max(...heights) - 1);
      expect(await indexInParts(db, rpc, parts)).toEqual(parts.map(() => 'joined'));
      await indexBlocks({ rpc, db });
      expect(compareTables(await dumpTables(db), truth)).toEqual({});
    }),
    { numRuns: 2, endOnFailure: true },
  );
});

test('parts are joined to a chain with partitions, and to one that is being partitioned', async () => {
  const [first, second, third] = splitAt([7, 19], LAST);
  if (!first || !second || !third) throw new Error('there are not three parts');
  await partitionChain(db, { size: 4 });
  expect(await indexInParts(db, rpc, [first, second])).toEqual(['joined', 'joined']);
  await indexBlocks({ rpc, db });
  await expectTruthWithHeights();
  await openEmpty();
  await indexBlocks({ rpc, db, endBlock: first.to });
  // bound, and not yet split
  const stopping = new AbortController();
  const note = (step: string) => {
    if (step.startsWith('transactions: reading')) stopping.abort();
  };
  const { signal } = stopping;
  await expect(partitionChain(db, { size: 4, note, signal })).rejects.toMatchObject({ name: 'AbortError' });
  await indexAlone(db, rpc, third);
  expect(await indexInParts(db, rpc, [second])).toEqual(['joined']);
  await partitionChain(db, { size: 4 });
  expect(await joinPart(db, openPart(db, third.from), third)).toBe('joined');
  await indexBlocks({ rpc, db });
  await expectTruthWithHeights();
});

async function expectTruthWithHeights(): Promise<void> {
  const { transaction_heights: heights, ...rows } = await dumpTables(db);
  expect(heights).toHaveLength(SIZE.transactions);
  expect(compareTables(rows, { ...truth, transaction_heights: [] })).toEqual({});
}

test('a part that rolls back to nothing leaves what identifies its chain', async () => {
  const hash = Buffer.alloc(32, 5);
  const chain = { chainId: SYNTHETIC_CHAIN_ID, name: 'Chain', symbol: 'ETH', fheExecutor: null };
  await registerChains(sql, [{ ...chain, firstBlock: 0, firstBlockHash: hash, isDemo: false }]);
  const part = await indexAlone(db, rpc, { from: 10, to: 12 });
  const tip = await findTip(part);
  if (!tip) throw new Error('there is no tip');
  await removeBlocks(part, {
    ancestor: 9,
    tip,
    codes: { addresses: [], codes: [], source: { id: 1, block: 12 } },
  });
  expect(await findTip(part)).toBeUndefined();
  const known = await sql`select first_block_hash from gateway.chains where chain_id = ${SYNTHETIC_CHAIN_ID}`;
  expect([...known]).toEqual([{ first_block_hash: hash }]);
});

test('each table of a chain has a rule, and a part has no rows of those that are not joined', async () => {
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = ${db.name} and tablename <> 'migrations'`;
  expect(Object.keys(JOIN_RULES).toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
  const part = await indexAlone(db, rpc, { from: 0, to: LAST });
  for (const [table, { kind }] of Object.entries(JOIN_RULES)) {
    if (kind !== 'none' || table === 'leader' || table === 'backfill_ranges') continue;
    expect([table, await sql`select from ${part.schema}.${sql(table)} limit 1`]).toEqual([table, []]);
  }
});

test('a part that does not follow the tip, begins elsewhere or is not whole is not joined', async () => {
  const [first, second] = splitAt([9], LAST);
  if (!first || !second) throw new Error('there are not two parts');
  await indexAlone(db, rpc, second);
  const empty = await dumpTables(db);
  const join = () => joinPart(db, openPart(db, second.from), second);
  expect(await join()).toBe('outrun');
  expect(compareTables(await dumpTables(db), empty)).toEqual({});
  const part = await indexAlone(db, rpc, first);
  expect(await joinPart(db, part, { ...first, to: first.to - 1 })).toBe('lost');
  expect(await joinPart(db, part, first)).toBe('joined');
  const joined = await dumpTables(db);
  await sql`update ${openPart(db, second.from).schema}.blocks set parent_hash = hash where number = ${second.from}`;
  expect(await join()).toBe('orphaned');
  // as a crash of PostgreSQL leaves it
  await sql`truncate ${openPart(db, second.from).schema}.migrations`;
  expect(await join()).toBe('lost');
  expect(compareTables(await dumpTables(db), joined)).toEqual({});
  await createPart(db, second.from);
  await indexAlone(db, rpc, second);
  expect(await join()).toBe('joined');
  await indexBlocks({ rpc, db });
  expect(compareTables(await dumpTables(db), truth)).toEqual({});
});
