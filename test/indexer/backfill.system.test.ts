import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { dropChain } from '@/lib/db/migrate';
import { type Database, openDatabase, openPool } from '@/lib/db/open-database';
import { createPart, openPart } from '@/lib/db/part-schema';
import { backfillChain } from '@/lib/indexer/backfill';
import { listBackfill, planBackfill } from '@/lib/indexer/backfill-ranges';
import { indexParts } from '@/lib/indexer/index-part';
import { withLeadership } from '@/lib/indexer/leader-lock';
import { findTip, openState } from '@/lib/indexer/state';
import { createLog } from '@/lib/log';
import { provideDatabase } from '../support/database';
import { createFakeRpc } from '../support/fake-rpc';
import { holdTable } from '../support/hold-table';
import { compareIndex, indexAll, indexElsewhere, openChain } from '../support/indexer-harness';
import { leadElsewhere } from '../support/lead-elsewhere';
import { answerRestlessly } from '../support/restless-node';
import { indexAlone } from '../support/split-chain';
import { until } from '../support/until';
import { SYNTHETIC_CHAIN_ID } from '../synthetic/cast';

/** The last 64 blocks are the follower's, as nothing tells that they are finalized. */
const SIZE = { transactions: 480, perBlock: 4 };
const rpc = createFakeRpc(answerRestlessly(SIZE));
const log = createLog({ name: 'test', level: 'silent' });
const chain = { firstBlock: 0, endBlock: undefined, executor: undefined };
const { sql, url } = await provideDatabase();
const truth = await indexElsewhere(rpc, SYNTHETIC_CHAIN_ID);
let db: Database;
beforeEach(async () => {
  db = await openChain(sql, SYNTHETIC_CHAIN_ID);
  return () => dropChain(sql, SYNTHETIC_CHAIN_ID);
});

const listSchemas = async () => {
  const rows = await sql<{ name: string }[]>`
    select nspname as name from pg_namespace where nspname like 'chain%' order by 1`;
  return rows.map(({ name }) => name);
};

test('workers index ranges at the same time, which are joined in order while they are read; the rest is followed', async () => {
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
  expect(await listSchemas()).toEqual([db.name]);
  await indexAll({ rpc, db });
  expect(await compareIndex(db, truth)).toEqual({});
});

test('while another process indexes the chain a backfill does nothing, and says so', async () => {
  const stop = await leadElsewhere({ url, db, log });
  const { signal } = new AbortController();
  expect(await backfillChain({ ...{ url, db, rpc, chain, log, signal }, blocks: 9 })).toBe('elsewhere');
  await stop();
});

test('a backfill leaves ranges alone that an indexer has passed, and says why it ends', async () => {
  await indexAll({ rpc, db, endBlock: 25 });
  await planBackfill(db, { reached: -1, limit: 29, blocks: 10 });
  const stop = await leadElsewhere({ url, db, log });
  const said: string[] = [];
  const stopping = new AbortController();
  const given = { url, db, rpc, chain, pollMs: 10, signal: stopping.signal };
  const working = indexParts({ ...given, log });
  const heard = pino({}, { write: (line: string) => said.push(line) });
  expect(await backfillChain({ ...given, log: heard, blocks: 10 })).toBe('elsewhere');
  expect(said.join('')).toContain('an indexer leads this chain and has passed ranges');
  stopping.abort();
  await working;
  expect(await listSchemas()).toEqual([db.name]);
  await stop();
});

test('neither joins nor blocks wait for somebody who reads a part', async () => {
  await openState(db, 0);
  await planBackfill(db, { reached: -1, limit: 55, blocks: 28 });
  await indexAlone(db, rpc, { from: 0, to: 27 });
  const release = await holdTable(url, openPart(db, 0), 'transactions');
  const { signal } = new AbortController();
  const given = { url, db, rpc, chain, log, pollMs: 10, signal };
  await sql`update ${db.schema}.backfill_ranges set is_done = from_block = 0`;
  const worker = new AbortController();
  const working = indexParts({ ...given, signal: worker.signal });
  let end: string | undefined;
  const joining = backfillChain({ ...given, blocks: 28 }).then((outcome) => {
    end = outcome;
  });
  await until('the joins', async () => (await findTip(db))?.number === 55);
  expect(await listSchemas()).toContain(openPart(db, 0).name);
  // the chain is led by nobody while the part is waited for
  await until('the lead', async () => {
    let isLed = false;
    await withLeadership({ url, db, log, signal, isOptional: true }, async () => {
      isLed = true;
    });
    return isLed;
  });
  expect(end).toBeUndefined();
  await release();
  await joining;
  expect(end).toBe('finished');
  worker.abort();
  await working;
  expect(await listSchemas()).toEqual([db.name]);
});

test('nobody waits behind a part that is to be made anew while it is read', async () => {
  await openState(db, 0);
  await createPart(db, 0);
  await sql`truncate ${openPart(db, 0).schema}.migrations`;
  const release = await holdTable(url, openPart(db, 0), 'transactions');
  await expect(createPart(db, 0)).rejects.toMatchObject({ code: '55P03' });
  await release();
  await createPart(db, 0);
});
