import { isDistributed } from '@/lib/db/citus';
import { isLockRefused, LOCK_WAIT_MS, MIGRATION_LOCK } from '@/lib/db/migrate';
import type { Database, Transaction } from '@/lib/db/open-database';
import {
  addPartition,
  boundHeights,
  PARTITIONED,
  type PartitionedTable,
  proveBound,
  readForms,
  splitTable,
  type TableForm,
} from '@/lib/db/partitions';
import { runTransaction } from '@/lib/db/transaction';
import { AppError } from '@/lib/errors';
import { pause } from '@/lib/retry';
import { analyzeStale, keepPartitions, nextBound } from './keep-partitions';
import { fillHeights } from './transaction-heights';

/** `size`: heights of a partition. `note` is told what is being done. */
type Partitioning = Readonly<{ size: number; note?: (step: string) => void }>;

const PAUSE_MS = 500;

/**
 * Partitions the large tables of a chain by height while it is read and indexed: what is there becomes the first
 * partition. No row is moved. An interrupted run is gone on with; tables that are partitioned are left as they are.
 * Throws AppError `config` where Citus has distributed the chain, and while ranges are left of a backfill by many.
 */
export async function partitionChain(db: Database, { size, note = () => {} }: Partitioning): Promise<void> {
  if (await isDistributed(db.sql, db.name))
    throw new AppError('config', `Chain ${db.chainId} is on a worker of Citus: partitions are not for it.`);
  const [range] = await db.sql`select 1 from ${db.schema}.backfill_ranges limit 1`;
  if (range !== undefined)
    throw new AppError(
      'config',
      `Ranges of chain ${db.chainId} wait for 'npm run backfill': finish it, or drop them by --drop.`,
    );
  await fillHeights(db, (height) => note(`heights of transactions, down to block ${height}`));
  for (const table of PARTITIONED) await carryOver(db, table, { size, note });
  const { tip } = await readReach(db.sql, db);
  await keepPartitions(db, { to: tip, size });
  note('statistics');
  await analyzeStale(db);
}

/** The bound is proven while others write; one that the index passes meanwhile is set anew, farther off. */
async function carryOver(
  db: Database,
  table: PartitionedTable,
  { size, note = () => {} }: Partitioning,
): Promise<void> {
  const of = { schema: db.name, table };
  for (let margin = size / 2; ; margin *= 2) {
    const form = await findForm(db.sql, of);
    if (form?.beyond !== null) return;
    if (form.bound === null) {
      note(`${table}: a bound of heights`);
      await whileNobodyWrites(db, (sql) => bindTable(sql, db, { table, size, margin }));
    }
    note(`${table}: reading all rows, to prove the bound`);
    await proveBound(db.sql, of).catch(unlessDropped);
    note(`${table}: partitioning`);
    if (await whileNobodyWrites(db, (sql) => splitProven(sql, db, { table, size }))) return;
  }
}

async function findForm(
  sql: Database['sql'] | Transaction,
  { schema, table }: { schema: string; table: PartitionedTable },
): Promise<TableForm | undefined> {
  return (await readForms(sql, schema)).find((form) => form.table === table);
}

async function bindTable(
  sql: Transaction,
  db: Database,
  { table, size, margin }: { table: PartitionedTable; size: number; margin: number },
): Promise<void> {
  const { tip, isEmpty } = await readReach(sql, db);
  const beyond = nextBound(isEmpty ? tip + 1 : Math.ceil(tip + margin), size);
  await boundHeights(sql, { schema: db.name, table }, beyond);
}

/** False when the bound is gone. */
async function splitProven(
  sql: Transaction,
  { name: schema }: Database,
  { table, size }: { table: PartitionedTable; size: number },
): Promise<boolean> {
  const form = await findForm(sql, { schema, table });
  if (!form?.isBoundProven || form.bound === null) return false;
  await splitTable(sql, { schema, table }, form.bound);
  // tells an indexer that knows of no size which one it is
  await addPartition(sql, { schema, table }, { from: form.bound, beyond: nextBound(form.bound, size) });
  return true;
}

/** The latest height, or the one before the first. */
async function readReach(sql: Database['sql'] | Transaction, { schema, chainId }: Database) {
  const [row] = await sql<{ first_block: number; tip_number: number | null }[]>`
    select first_block, tip_number from ${schema}.indexer_state`;
  if (!row) throw new AppError('config', `Chain ${chainId} has no index yet: start its indexer once.`);
  return { tip: row.tip_number ?? row.first_block - 1, isEmpty: row.tip_number === null };
}

/** Undefined object, 42704: the indexer has reached the bound meanwhile, and dropped it. */
function unlessDropped(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code !== '42704') throw error;
}

/** In a transaction that writers of blocks wait for; readers wait for no longer than a moment, or it begins anew. */
async function whileNobodyWrites<T>(db: Database, work: (sql: Transaction) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await runTransaction(db.sql, async (sql) => {
        await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`;
        await sql`select from ${db.schema}.indexer_state for update`;
        await sql`select set_config('lock_timeout', ${`${LOCK_WAIT_MS}ms`}, true)`;
        return await work(sql);
      });
    } catch (error) {
      if (!isLockRefused(error)) throw error;
      await pause(PAUSE_MS);
    }
  }
}
