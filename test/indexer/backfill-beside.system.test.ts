import { beforeEach, expect, test } from 'vitest';
import { dropChain } from '@/lib/db/migrate';
import { type Database, openDatabase, openPool } from '@/lib/db/open-database';
import { PARTITIONED } from '@/lib/db/partitions';
import { switchSchema } from '@/lib/db/switch-schema';
import { backfillBeside, prepareBeside } from '@/lib/indexer/backfill-beside';
import { indexParts } from '@/lib/indexer/index-part';
import type { JoinOptions } from '@/lib/indexer/join-parts';
import { withLeadership } from '@/lib/indexer/leader-lock';
import { partitionChain } from '@/lib/indexer/partition-chain';
import { runIndexer } from '@/lib/indexer/run-indexer';
import { findTip, isInterim, openState } from '@/lib/indexer/state';
import { createLog } from '@/lib/log';
import { provideDatabase } from '../support/database';
import { createFakeRpc } from '../support/fake-rpc';
import {
  compareTables,
  dumpTables,
  enrichAll,
  indexAll,
  indexElsewhere,
  openChain,
} from '../support/indexer-harness';
import { leadElsewhere } from '../support/lead-elsewhere';
import { listEnds } from '../support/partition-harness';
import { answerRestlessly } from '../support/restless-node';
import { until } from '../support/until';
import { SYNTHETIC_CHAIN_ID } from '../synthetic/cast';

const SIZE = { transactions: 480, perBlock: 4 };
/** The node tells of the last block later. Finalized is what is 64 blocks below the head. */
const [LAST, HEAD, FINALIZED] = [119, 118, 54];
const answer = answerRestlessly(SIZE);
let isGrown = false;
const rpc = createFakeRpc(async (method, params) =>
  method === 'eth_blockNumber' && !isGrown ? `0x${HEAD.toString(16)}` : answer(method, params),
);
const log = createLog({ name: 'test', level: 'silent' });
const chain = { firstBlock: 0, endBlock: undefined, executor: undefined };
const { sql, url } = await provideDatabase();
const truth = await indexElsewhere(createFakeRpc(answer), SYNTHETIC_CHAIN_ID);
let db: Database;
beforeEach(async () => {
  isGrown = false;
  db = await openChain(sql, SYNTHETIC_CHAIN_ID);
  return () => dropChain(sql, SYNTHETIC_CHAIN_ID);
});

const given = (signal: AbortSignal): JoinOptions => ({
  ...{ url, db, rpc, chain, log, pollMs: 10, blocks: 9 },
  signal,
});

/** The indexer of the chain, until aborted. */
const follow = (signal: AbortSignal) =>
  withLeadership({ url, db, log, signal }, (leadership) =>
    runIndexer({
      ...{ rpc, chain, log, pollMs: 20 },
      db: { ...db, term: leadership.term },
      signal: leadership.signal,
    }),
  );

/** Fills the index beside the served one by two workers, and says how it ended. */
async function backfill(next: Database): Promise<string> {
  const stopping = new AbortController();
  const options = given(stopping.signal);
  const pools = [1, 2].map(() => openPool({ url, connections: 3, name: 'worker' }));
  const workers = pools.map((pool) =>
    indexParts({ ...options, db: openDatabase(pool, SYNTHETIC_CHAIN_ID, next.name) }),
  );
  const end = await backfillBeside(options, next);
  stopping.abort();
  await Promise.all(workers);
  await Promise.all(pools.map((pool) => pool.end()));
  return end;
}

type Seen = Readonly<{ first: number; tip: number; lowest: number; highest: number; count: number }>;

test('the head is followed and read while ranges below it are indexed, and the whole index takes its place', async () => {
  const stopping = new AbortController();
  const next = await prepareBeside(given(stopping.signal));
  const following = follow(stopping.signal);
  const seen: Seen[] = [];
  const look = async () => {
    const [row] = await sql<Seen[]>`
      select s.first_block as first, tip_number as tip, lowest, highest, count
      from ${db.schema}.indexer_state s
      cross join (select min(number) as lowest, max(number) as highest, count(*) as count from ${db.schema}.blocks) b
      where tip_number is not null`;
    if (row) seen.push(row);
  };
  await until('the head', async () => (await findTip(db))?.number === HEAD);
  const watching = (async () => {
    while (!stopping.signal.aborted) await look();
  })();
  await until('a look', () => seen.length > 0);
  expect(await backfill(next)).toBe('finished');
  await look();
  isGrown = true;
  await until('the indexer in the new index', async () => (await findTip(db))?.number === LAST);
  stopping.abort();
  await Promise.all([following, watching]);
  const whole = { first: 0, tip: HEAD, lowest: 0, highest: HEAD, count: HEAD + 1 };
  const interim = { ...whole, first: FINALIZED, lowest: FINALIZED, count: HEAD + 1 - FINALIZED };
  expect(seen.filter(({ first }) => first > 0).at(-1)).toEqual(interim);
  const grown = { ...whole, tip: LAST, highest: LAST, count: LAST + 1 };
  for (const one of seen) expect([interim, whole, grown]).toContainEqual(one);
  expect(seen).toContainEqual(whole);
  expect(await sql`select from pg_namespace where nspname like 'chain%'`).toHaveLength(1);
  await enrichAll(rpc, db);
  expect(compareTables(await dumpTables(db), truth)).toEqual({});
});

test('a chain with partitions is indexed anew by many, and keeps them', async () => {
  isGrown = true;
  await openState(db, 0);
  await partitionChain(db, { size: 30 });
  await indexAll({ rpc, db });
  await sql`update ${db.schema}.transactions set value = value + 1 where block_number = 5`;
  const { signal } = new AbortController();
  expect(await backfill(await prepareBeside(given(signal)))).toBe('finished');
  await enrichAll(rpc, db);
  const { transaction_heights: heights, ...rows } = await dumpTables(db);
  expect(heights).toHaveLength(SIZE.transactions);
  expect(compareTables(rows, { ...truth, transaction_heights: [] })).toEqual({});
  expect(await listEnds(db)).toEqual(PARTITIONED.map(() => 150));
});

test('an index begins above the configured block only where it is interim', async () => {
  const { signal } = new AbortController();
  await prepareBeside(given(signal));
  expect(await isInterim(db)).toBe(true);
  expect(await openState(db, 0)).toEqual({ tip: undefined, firstBlock: FINALIZED });
  await expect(openState(db, FINALIZED + 1)).rejects.toMatchObject({ code: 'chain_mismatch' });
  // begun once
  await prepareBeside({
    ...given(signal),
    rpc: createFakeRpc(answerRestlessly({ transactions: 4, perBlock: 4 })),
  });
  expect(await openState(db, 0)).toEqual({ tip: undefined, firstBlock: FINALIZED });
});

test('an index that another machine has put in its place is finished, one of a dropped chain is not', async () => {
  const options = given(new AbortController().signal);
  const next = await prepareBeside(options);
  await switchSchema(sql, SYNTHETIC_CHAIN_ID);
  expect(await backfillBeside(options, next)).toBe('finished');
  await prepareBeside(options);
  await dropChain(sql, SYNTHETIC_CHAIN_ID);
  await expect(backfillBeside(options, next)).rejects.toThrow('does not exist');
});

test('a chain whose first block an indexer is about to write gets no interim index', async () => {
  const stop = await leadElsewhere({ url, db, log });
  await expect(prepareBeside(given(new AbortController().signal))).rejects.toMatchObject({ code: 'config' });
  await stop();
  expect(await isInterim(db)).toBe(false);
});
