import { beforeAll, expect, test } from 'vitest';
import { openDatabase, openPool } from '@/lib/db/open-database';
import { loadFastKeccak } from '@/lib/evm/fast-keccak';
import { backfillChain } from '@/lib/indexer/backfill';
import { listBackfill } from '@/lib/indexer/backfill-ranges';
import { indexParts } from '@/lib/indexer/index-part';
import { withLeadership } from '@/lib/indexer/leader-lock';
import { findTip } from '@/lib/indexer/state';
import { createLog } from '@/lib/log';
import { provideDatabase } from '../support/database';
import { createFakeRpc } from '../support/fake-rpc';
import { compareTables, dumpTables, indexAll, openChain, type Tables } from '../support/indexer-harness';
import { answerRestlessly } from '../support/restless-node';
import { until } from '../support/until';
import { SYNTHETIC_CHAIN_ID } from '../synthetic/cast';

/** The last 64 blocks are the follower's, as nothing tells that they are finalized. */
const SIZE = { transactions: 480, perBlock: 4 };
const rpc = createFakeRpc(answerRestlessly(SIZE));
const log = createLog({ name: 'test', level: 'silent' });
const chain = { firstBlock: 0, endBlock: undefined, executor: undefined };
const { sql, url } = await provideDatabase();
const other = await provideDatabase();
let truth: Tables;
beforeAll(async () => {
  await loadFastKeccak();
  const single = await openChain(other.sql, SYNTHETIC_CHAIN_ID);
  await indexAll({ rpc, db: single });
  truth = await dumpTables(single);
});

test('workers index ranges at the same time, which are joined in order while they are read; the rest is followed', async () => {
  const db = await openChain(sql, SYNTHETIC_CHAIN_ID);
  const stopping = new AbortController();
  const given = { ...{ url, db, rpc, chain, log, pollMs: 10 }, signal: stopping.signal };
  const pools = [1, 2].map(() => openPool({ url, connections: 3, name: 'worker' }));
  const workers = pools.map((pool) => indexParts({ ...given, db: openDatabase(pool, SYNTHETIC_CHAIN_ID) }));
  const tips: number[] = [];
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      const [row] = await sql<{ tip: number | null; last: number | null; counted: number }[]>`
        select tip_number as tip, (select max(number) from ${db.schema}.blocks) as last, blocks_count as counted
        from ${db.schema}.indexer_state`;
      if (!row || row.tip === null) continue;
      expect(row).toEqual({ tip: row.tip, last: row.tip, counted: row.tip + 1 });
      tips.push(row.tip);
    }
  })();
  expect(await backfillChain({ ...given, blocks: 9 })).toBe('finished');
  stopping.abort();
  await Promise.all([...workers, watching]);
  await Promise.all(pools.map((pool) => pool.end()));
  // 119 is the head: six ranges end at or below 55
  expect((await findTip(db))?.number).toBe(53);
  expect(new Set(tips).size).toBeGreaterThan(1);
  expect(await listBackfill(db)).toEqual([]);
  const schemas = await sql`select from pg_namespace where nspname like 'chain%'`;
  expect(schemas).toHaveLength(1);
  await indexAll({ rpc, db });
  expect(compareTables(await dumpTables(db), truth)).toEqual({});
});

test('while another process indexes the chain a backfill does nothing, and says so', async () => {
  const db = await openChain(sql, SYNTHETIC_CHAIN_ID);
  const over = new AbortController();
  let isLed = false;
  const leading = withLeadership({ url, db, log, signal: over.signal }, async ({ signal }) => {
    isLed = true;
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  });
  await until('a leader', () => isLed);
  const { signal } = new AbortController();
  expect(await backfillChain({ ...{ url, db, rpc, chain, log, signal }, blocks: 9 })).toBe('elsewhere');
  over.abort();
  await leading;
});
