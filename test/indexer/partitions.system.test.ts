import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { listTransfers } from '@/lib/api/token-transfer/query';
import { findTransaction, listAddressTransactions } from '@/lib/api/transaction/query';
import { dropChain } from '@/lib/db/migrate';
import { type Database, openPool, type Sql } from '@/lib/db/open-database';
import { PARTITIONED } from '@/lib/db/partitions';
import { partitionChain } from '@/lib/indexer/repair/partition-chain';
import { rewriteBlock } from '@/lib/indexer/repair/rewrite-block';
import { runIndexer } from '@/lib/indexer/run-indexer';
import { converge, startProgress } from '@/lib/indexer/sync/converge';
import { fetchBundle } from '@/lib/indexer/sync/fetch-block';
import { prepareBatch } from '@/lib/indexer/sync/prepare';
import { removeBlocks } from '@/lib/indexer/sync/remove-blocks';
import { findTip } from '@/lib/indexer/sync/state';
import { holdTable } from '../support/hold-table';
import { dumpTables, enrichAll, indexAll, openChain, openContext } from '../support/indexer-harness';
import {
  countByPartition,
  expectSame,
  indexPartitioned,
  LAST,
  listEnds,
  provideBesidePlain,
  rpc,
  SIZE,
} from '../support/partition-harness';
import { until } from '../support/until';
import { SYNTHETIC_CHAIN_ID } from '../synthetic/cast';

const HALF = 33;

const { database, plain } = await provideBesidePlain();
let db: Database;
beforeEach(async () => {
  db = await openChain(database.sql, SYNTHETIC_CHAIN_ID);
  return () => dropChain(database.sql, SYNTHETIC_CHAIN_ID);
});

/** The files of the tables' rows and indexes. */
async function listFiles(): Promise<number[]> {
  const rows = await database.sql<{ file: number }[]>`
    select relfilenode::integer as file from pg_class c
    where relnamespace = ${db.name}::regnamespace and relkind in ('r', 'i') and relfilenode > 0
      and split_part(relname, '_part_', 1) = any(
        select indexname from pg_indexes where schemaname = ${db.name} and tablename = any(${[...PARTITIONED]})
        union select unnest(${[...PARTITIONED]}::text[])
      )`;
  return rows.map(({ file }) => file);
}

/** Steps to the end of the chain, as the indexer's loop does: what fails is tried again. */
async function indexOn(): Promise<void> {
  const context = await openContext({ rpc, db });
  const progress = startProgress();
  for (let isIdle = false; !isIdle; ) {
    isIdle = await converge(context, progress).then(
      ({ kind }) => kind === 'idle',
      () => false,
    );
  }
  await enrichAll(rpc, db);
}

test('a chain is carried over while it is indexed and read', async () => {
  await indexAll({ rpc, db, endBlock: HALF });
  const stored = await database.sql<{ hash: Buffer }[]>`
    select hash from ${db.schema}.transactions where block_number in (0, 5, ${HALF})`;
  const files = await listFiles();
  expect(files.length).toBeGreaterThan(PARTITIONED.length);
  const readers = openPool({ url: database.url, connections: 2, name: 'readers' });
  let isOver = false;
  let reads = 0;
  const read = async (sql: Sql) => {
    for (; !isOver; reads += 1)
      for (const { hash } of stored)
        expect(await findTransaction({ ...db, sql }, hash)).toMatchObject({ hash });
  };
  const reading = Promise.all([read(readers), read(readers)]);
  await Promise.all([partitionChain(db, { size: SIZE }), indexOn()]);
  const before = reads;
  await expect.poll(() => reads).toBeGreaterThan(before + 4);
  isOver = true;
  await reading;
  await readers.end();
  expectSame(await dumpTables(db), plain);
  expect(await listEnds(db)).not.toContain(null);
  // rows and indexes are where they were
  expect(await listFiles()).toEqual(expect.arrayContaining(files));
});

test('a reorganization removes rows of several partitions, and a new size is that of new ones', async () => {
  await indexPartitioned(db);
  const tip = await findTip(db);
  if (!tip) throw new Error('there is no tip');
  const codes = { addresses: [], codes: [], source: { id: 1, block: LAST } };
  await removeBlocks(db, { ancestor: 15, tip, codes });
  expect(await countByPartition(db, 'transactions')).toEqual([80]);
  await indexAll({ rpc, db });
  expectSame(await dumpTables(db), plain);
  // another process, with another configuration
  await partitionChain({ ...db }, { size: 35 });
  expect(await listEnds(db)).toEqual(PARTITIONED.map(() => 105));
});

/** The lists of all addresses, as they are read from a chain with partitions. */
async function readLists(isPartitioned: boolean) {
  const addresses = await database.sql<{ address: Buffer }[]>`
    select address from ${db.schema}.addresses order by address`;
  const reads = { ...db, isPartitioned };
  const lists = addresses.map(async ({ address }) => ({
    address: address.toString('hex'),
    transactions: (
      await listAddressTransactions(reads, address, {
        ...{ role: undefined, before: undefined, limit: 1_000 },
      })
    ).map(({ mentioned: _, ...row }) => row),
    transfers: await listTransfers(
      reads,
      { kind: 'address', direction: undefined, types: [], token: undefined, address },
      { start: undefined, limit: 1_000 },
    ),
  }));
  return Promise.all(lists);
}

test('lists are whole after an old block of a chain with partitions is written again', async () => {
  await indexAll({ rpc, db });
  const fresh = await readLists(false);
  // as an index of a version that did not keep the last blocks of addresses
  await database.sql`update ${db.schema}.address_counts set last_block = null`;
  await database.sql`update ${db.schema}.indexer_state set last_blocks_since = tip_number`;
  await partitionChain(db, { size: SIZE });
  const context = await openContext({ rpc, db });
  const { batch } = await prepareBatch(context, new Map(), [await fetchBundle(context, 5)]);
  expect(await rewriteBlock(context, batch)).toBe(true);
  const rewritten = await database.sql`
    select from ${db.schema}.address_counts where last_block = 5 and transactions > 1`;
  expect(rewritten.length).toBeGreaterThan(0);
  await enrichAll(rpc, db);
  expectSame(await dumpTables(db), plain);
  expect(await readLists(true)).toEqual(fresh);
});

test('an indexer that waits to partition its chain says so, and ends when it is stopped', async () => {
  const release = await holdTable(database.url, db, 'logs');
  const said: string[] = [];
  const stopping = new AbortController();
  const indexing = runIndexer({
    ...{ rpc, db, signal: stopping.signal },
    chain: { firstBlock: 0, endBlock: undefined, partitionBlocks: SIZE },
    log: pino({}, { write: (line: string) => said.push(line) }),
  });
  await until('a wait', async () => said.join('').includes('waiting until nobody uses the table'));
  stopping.abort();
  await indexing;
  await release();
});
