import { isDistributed } from '@/lib/db/citus';
import { isLockRefused, limitLockWaits, MIGRATION_LOCK } from '@/lib/db/lock-wait';
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
import { AppError, codeOf } from '@/lib/errors';
import { analyzeStale, keepPartitions, nextBound } from '@/lib/indexer/sync/keep-partitions';
import { fillHeights } from '@/lib/indexer/sync/transaction-heights';
import { pause } from '@/lib/retry';

/** `size`: heights per partition. `note` receives each step; throws when `signal` aborts. */
type PartitionOptions = Readonly<{ size: number; note?: (step: string) => void; signal?: AbortSignal }>;

const PAUSE_MS = 500;
/** How long to wait for block writers before the signal is checked. */
const WRITERS_MS = 5_000;

/**
 * Partitions the large tables of a chain by height while it is read and indexed: what is there becomes the first
 * partition. No row is moved. Continues an interrupted run; leaves partitioned tables as they are.
 * Throws AppError `config` where Citus has distributed the chain.
 */
export async function partitionChain(db: Database, options: PartitionOptions): Promise<void> {
  const { size, note = () => {} } = options;
  if (await isDistributed(db.sql, db.name))
    throw new AppError(
      'config',
      `Chain ${db.chainId} is on a Citus worker, where partitioning is not supported.`,
    );
  await fillHeights(db, (height) => note(`heights of transactions, down to block ${height}`));
  for (const table of PARTITIONED) await carryOver(db, table, options);
  const { tip } = await readTip(db.sql, db);
  await keepPartitions(db, { to: tip, size });
  note('statistics');
  await analyzeStale(db);
}

/** The bound is validated while others write; one that the index passes meanwhile is replaced by a higher one. */
async function carryOver(db: Database, table: PartitionedTable, options: PartitionOptions): Promise<void> {
  const { size, note = () => {} } = options;
  const of = { schema: db.name, table };
  for (let margin = size / 2; ; margin *= 2) {
    const form = await findForm(db.sql, of);
    if (form?.beyond !== null) return;
    if (form.bound === null) {
      note(`${table}: a bound of heights`);
      await whileNobodyWrites(db, options, (sql) => bindTable(sql, db, { table, size, margin }));
    }
    note(`${table}: reading all rows, to prove the bound`);
    await proveBound(db.sql, of).catch(unlessDropped);
    note(`${table}: partitioning`);
    if (await whileNobodyWrites(db, options, (sql) => splitProven(sql, db, { table, size }))) return;
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
  const { tip, isEmpty } = await readTip(sql, db);
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
  // an indexer without a configured size reads it from this partition
  await addPartition(sql, { schema, table }, { from: form.bound, beyond: nextBound(form.bound, size) });
  return true;
}

/** The tip, or the height before the first block. */
async function readTip(sql: Database['sql'] | Transaction, { schema, chainId }: Database) {
  const [row] = await sql<{ first_block: number; tip_number: number | null }[]>`
    select first_block, tip_number from ${schema}.indexer_state`;
  if (!row) throw new AppError('config', `Chain ${chainId} has no index yet: start its indexer once.`);
  return { tip: row.tip_number ?? row.first_block - 1, isEmpty: row.tip_number === null };
}

/** Undefined object, 42704: the indexer has reached the bound meanwhile, and dropped it. */
function unlessDropped(error: unknown): void {
  if (codeOf(error) !== '42704') throw error;
}

/** In a transaction that blocks writers of blocks; it is retried rather than blocking readers for long. */
async function whileNobodyWrites<T>(
  db: Database,
  { note = () => {}, signal }: PartitionOptions,
  work: (sql: Transaction) => Promise<T>,
): Promise<T> {
  for (let isFirst = true; ; isFirst = false) {
    signal?.throwIfAborted();
    try {
      return await runTransaction(db.sql, async (sql) => {
        await sql`select set_config('lock_timeout', ${`${WRITERS_MS}ms`}, true)`;
        await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`;
        await sql`select from ${db.schema}.indexer_state for update`;
        await limitLockWaits(sql);
        return await work(sql);
      });
    } catch (error) {
      if (!isLockRefused(error)) throw error;
      if (isFirst) note('waiting until nobody uses the table');
      await pause(PAUSE_MS, signal);
    }
  }
}
