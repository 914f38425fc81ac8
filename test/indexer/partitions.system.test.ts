import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dropChain } from '@/lib/db/migrate';
import { type Database, openPool, type Sql } from '@/lib/db/open-database';
import { PARTITIONED, readForms } from '@/lib/db/partitions';
import { loadFastKeccak } from '@/lib/evm/fast-keccak';
import { converge, startProgress } from '@/lib/indexer/converge';
import { partitionChain } from '@/lib/indexer/partition-chain';
import { reindexChain } from '@/lib/indexer/reindex';
import { removeBlocks } from '@/lib/indexer/remove-blocks';
import { findTip, openState } from '@/lib/indexer/state';
import { createLog } from '@/lib/log';
import { findTransaction } from '@/lib/queries/transaction';
import { RpcError } from '@/lib/rpc/rpc-error';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { createFakeRpc } from '../support/fake-rpc';
import {
  compareTables,
  dumpTables,
  enrichAll,
  indexAll,
  openChain,
  openContext,
  type Tables,
} from '../support/indexer-harness';
import { SYNTHETIC_CHAIN_ID } from '../synthetic/cast';
import { answerAsNode } from '../synthetic/node';

const [TRANSACTIONS, PER_BLOCK, SIZE] = [300, 5, 20];
const LAST = TRANSACTIONS / PER_BLOCK - 1;
const HALF = 33;
const log = createLog({ name: 'test', level: 'silent' });
const answer = answerAsNode({ transactions: TRANSACTIONS, perBlock: PER_BLOCK });
/** A node that has only what the synthetic one knows. */
const rpc = createFakeRpc(async (method, params) =>
  answer(method, params).catch((error: unknown) => {
    if (!(error instanceof Error) || !error.message.includes('does not know')) throw error;
    throw new RpcError(method, { code: -32601, message: 'the method does not exist' }, 'node.example');
  }),
);

let database: TestDatabase;
let plain: Tables;
let partitioned: Tables;
beforeAll(async () => {
  await loadFastKeccak();
  database = await createTestDatabase();
  const db = await openChain(database.sql, SYNTHETIC_CHAIN_ID);
  await indexAll({ rpc, db });
  plain = await dumpTables(db);
  await dropChain(database.sql, SYNTHETIC_CHAIN_ID);
  partitioned = await indexPartitioned(await openChain(database.sql, SYNTHETIC_CHAIN_ID));
  await dropChain(database.sql, SYNTHETIC_CHAIN_ID);
});
afterAll(() => database.drop());

let db: Database;
beforeEach(async () => {
  db = await openChain(database.sql, SYNTHETIC_CHAIN_ID);
  return () => dropChain(database.sql, SYNTHETIC_CHAIN_ID);
});

/** Partitioned before the first block. */
async function indexPartitioned(empty: Database): Promise<Tables> {
  await openState(empty, 0);
  await partitionChain(empty, { size: SIZE });
  await indexAll({ rpc, db: empty });
  return dumpTables(empty);
}

/** Where each table's last partition ends; null for a plain one. */
const listEnds = async () => (await readForms(database.sql, db.name)).map(({ beyond }) => beyond);

async function countByPartition(table: string): Promise<number[]> {
  const rows = await database.sql<{ count: number }[]>`
    select count(*) from ${db.schema}.${database.sql(table)} group by tableoid order by min(block_number)`;
  return rows.map(({ count }) => count);
}

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

test('a chain with partitions from its first block has the rows of a plain one', async () => {
  const { transaction_heights: heights, ...rows } = await indexPartitioned(db);
  const { transaction_heights: none, ...truth } = plain;
  expect(none).toEqual([]);
  expect(heights).toHaveLength(TRANSACTIONS);
  expect(compareTables(rows, truth)).toEqual({});
  // one partition is ahead of the last block
  expect(await listEnds()).toEqual(PARTITIONED.map(() => LAST + 1 + SIZE));
  expect(await countByPartition('transactions')).toEqual([100, 100, 100]);
});

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
  expect(compareTables(await dumpTables(db), partitioned)).toEqual({});
  expect(await listEnds()).not.toContain(null);
  // rows and indexes are where they were
  expect(await listFiles()).toEqual(expect.arrayContaining(files));
});

test('a run that ends after any of its steps is gone on with', async () => {
  await indexAll({ rpc, db });
  const stopAfter = (most: number) => {
    let steps = 0;
    return () => {
      steps += 1;
      if (steps > most) throw new Error('killed');
    };
  };
  let runs = 0;
  for (let isDone = false; !isDone; runs += 1)
    isDone = await partitionChain(db, { size: SIZE, note: stopAfter(runs) }).then(
      () => true,
      () => false,
    );
  expect(runs).toBeGreaterThan(3);
  expect(await listEnds()).not.toContain(null);
  expect(compareTables(await dumpTables(db), partitioned)).toEqual({});
});

test('a reorganization removes rows of several partitions, and a new size is that of new ones', async () => {
  await indexPartitioned(db);
  const tip = await findTip(db);
  if (!tip) throw new Error('there is no tip');
  const codes = { addresses: [], codes: [], source: { id: 1, block: LAST } };
  await removeBlocks(db, { ancestor: 15, tip, codes });
  expect(await countByPartition('transactions')).toEqual([80]);
  await indexAll({ rpc, db });
  expect(compareTables(await dumpTables(db), partitioned)).toEqual({});
  // another process, with another configuration
  await partitionChain({ ...db }, { size: 35 });
  expect(await listEnds()).toEqual(PARTITIONED.map(() => 105));
});

test('a chain that is indexed anew keeps its partitions, and indexes have their names', async () => {
  await indexPartitioned(db);
  const namesOf = () => database.sql`
    select relname from pg_class where relnamespace = ${db.name}::regnamespace and relkind in ('p', 'I') order by 1`;
  const names = await namesOf();
  expect(names).toContainEqual({ relname: 'transactions_hash' });
  expect(names).toContainEqual({ relname: 'transactions_pkey' });
  const isSwitched = await reindexChain({
    ...{ sql: database.sql, url: database.url, chainId: SYNTHETIC_CHAIN_ID, rpc, log, pollMs: 20 },
    chain: { firstBlock: 0, endBlock: undefined, executor: undefined },
    signal: new AbortController().signal,
  });
  expect(isSwitched).toBe(true);
  await enrichAll(rpc, db);
  expect(compareTables(await dumpTables(db), partitioned)).toEqual({});
  expect(await listEnds()).toEqual(PARTITIONED.map(() => LAST + 1 + SIZE));
  expect(await namesOf()).toEqual(names);
});
