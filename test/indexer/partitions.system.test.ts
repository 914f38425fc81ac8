import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dropChain } from '@/lib/db/migrate';
import { type Database, openPool, type Sql } from '@/lib/db/open-database';
import { PARTITIONED } from '@/lib/db/partitions';
import { loadFastKeccak } from '@/lib/evm/fast-keccak';
import { converge, startProgress } from '@/lib/indexer/converge';
import { partitionChain } from '@/lib/indexer/partition-chain';
import { removeBlocks } from '@/lib/indexer/remove-blocks';
import { findTip } from '@/lib/indexer/state';
import { findTransaction } from '@/lib/queries/transaction';
import { createTestDatabase, type TestDatabase } from '../support/database';
import {
  dumpTables,
  enrichAll,
  indexAll,
  openChain,
  openContext,
  type Tables,
} from '../support/indexer-harness';
import {
  countByPartition,
  expectSame,
  indexPartitioned,
  LAST,
  listEnds,
  rpc,
  SIZE,
} from '../support/partition-harness';
import { SYNTHETIC_CHAIN_ID } from '../synthetic/cast';

const HALF = 33;

let database: TestDatabase;
let plain: Tables;
let db: Database;
beforeAll(async () => {
  await loadFastKeccak();
  database = await createTestDatabase();
  const first = await openChain(database.sql, SYNTHETIC_CHAIN_ID);
  await indexAll({ rpc, db: first });
  plain = await dumpTables(first);
  await dropChain(database.sql, SYNTHETIC_CHAIN_ID);
});
afterAll(() => database.drop());
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
