import { expect } from 'vitest';
import type { Database } from '@/lib/db/open-database';
import { readForms } from '@/lib/db/partitions';
import { partitionChain } from '@/lib/indexer/repair/partition-chain';
import { openState } from '@/lib/indexer/sync/state';
import { SYNTHETIC_CHAIN_ID } from '../synthetic/cast';
import { answerOrRefuse } from '../synthetic/node';
import { provideDatabase, type TestDatabase } from './database';
import { createFakeRpc } from './fake-rpc';
import { compareTables, dumpTables, indexAll, indexElsewhere, type Tables } from './indexer-harness';

const TRANSACTIONS = 300;
const PER_BLOCK = 5;
export const LAST = TRANSACTIONS / PER_BLOCK - 1;
/** Blocks of a partition. */
export const SIZE = 20;

export const rpc = createFakeRpc(answerOrRefuse({ transactions: TRANSACTIONS, perBlock: PER_BLOCK }));

/** The database of a test file, and the rows of the chain without partitions. */
export async function provideBesidePlain(): Promise<Readonly<{ database: TestDatabase; plain: Tables }>> {
  const plain = await indexElsewhere(rpc, SYNTHETIC_CHAIN_ID);
  const database = await provideDatabase();
  return { database, plain };
}

/** Indexes into an empty schema that is partitioned before its first block. */
export async function indexPartitioned(empty: Database): Promise<Tables> {
  await openState(empty, 0);
  await partitionChain(empty, { size: SIZE });
  await indexAll({ rpc, db: empty });
  return dumpTables(empty);
}

/** Where each table's last partition ends; null for a plain one. */
export async function listEnds({ sql, name }: Database): Promise<(number | null)[]> {
  return (await readForms(sql, name)).map(({ beyond }) => beyond);
}

/** Rows of each partition that has some. */
export async function countByPartition({ sql, schema }: Database, table: string): Promise<number[]> {
  const rows = await sql<{ count: number }[]>`
    select count(*) from ${schema}.${sql(table)} group by tableoid order by min(block_number)`;
  return rows.map(({ count }) => count);
}

/** The rows of a chain with partitions are those of a plain one, and each transaction's height is stored. */
export function expectSame({ transaction_heights: heights, ...rows }: Tables, plain: Tables): void {
  const { transaction_heights: none, ...truth } = plain;
  expect(none).toEqual([]);
  expect(heights).toHaveLength(TRANSACTIONS);
  expect(compareTables(rows, truth)).toEqual({});
}
