import { isLockRefused, limitLockWaits } from '@/lib/db/lock-wait';
import type { Database, Transaction } from '@/lib/db/open-database';
import { addPartition, dropBound, listStale, readForms, type TableForm } from '@/lib/db/partitions';
import { runTransaction } from '@/lib/db/transaction';
import { AppError } from '@/lib/errors';
import { pause } from '@/lib/retry';

/** Blocks up to `to` are about to be written. `size` of new partitions; undefined: that of the last one. */
type PartitionTarget = Readonly<{ to: number; size: number | undefined }>;

const PAUSE_MS = 500;
/** Lock timeout for a table in use, for instance by `pg_dump`. */
const PATIENCE_MS = 10_000;

/** Heights below this need no check, by index. */
const ready = new WeakMap<Database, number>();

/**
 * Prepares for rows up to a height before they are written: partitioned tables get partitions, one of them ahead; a
 * plain table that is being carried over loses a bound that the rows would exceed. Throws AppError, retryable, while a
 * table is in use.
 */
export async function keepPartitions(db: Database, target: PartitionTarget): Promise<void> {
  if (target.to < (ready.get(db) ?? 0)) return;
  const forms = await readForms(db.sql, db.name);
  for (const form of forms) await extend(db, form, target);
  // a plain table may be partitioned by another process at any time
  if (forms.some(({ beyond }) => beyond === null)) return;
  const extended = await readForms(db.sql, db.name);
  const ends = extended.map(({ beyond, size }) => (beyond ?? 0) - (target.size ?? size ?? 0));
  ready.set(db, Math.min(...ends));
}

/** If the table is in use, partitions not needed yet are left to the next call. */
async function extend(db: Database, form: TableForm, target: PartitionTarget): Promise<void> {
  const ahead = form.beyond === null ? 0 : (target.size ?? form.size ?? 0);
  if ((form.beyond ?? form.bound ?? Number.POSITIVE_INFINITY) > target.to + ahead) return;
  for (const begun = performance.now(); ; ) {
    try {
      return await runTransaction(db.sql, async (sql) => {
        await limitLockWaits(sql);
        await extendNow(sql, db, { ...form, target });
      });
    } catch (error) {
      if (!isLockRefused(error)) throw error;
      if (form.beyond !== null && form.beyond > target.to) return;
      if (performance.now() - begun > PATIENCE_MS) throw inUse(db, form, error);
      await pause(PAUSE_MS);
    }
  }
}

function inUse({ name }: Database, { table }: TableForm, cause: unknown): AppError {
  const message = `${name}.${table} is locked by a long-running query; cannot create the next partition yet.`;
  return new AppError('database', message, { cause, retryable: true });
}

async function extendNow(
  sql: Transaction,
  { schema, name }: Database,
  { table, target }: TableForm & { target: PartitionTarget },
): Promise<void> {
  await sql`lock table ${schema}.${sql(table)} in share update exclusive mode`;
  // another process may have done it meanwhile
  const form = (await readForms(sql, name)).find((found) => found.table === table);
  if (form?.beyond == null) return dropBound(sql, { schema: name, table });
  const size = target.size ?? form.size ?? 1;
  for (let from = form.beyond; from <= target.to + size; from = nextBound(from, size))
    await addPartition(sql, { schema: name, table }, { from, beyond: nextBound(from, size) });
}

/** The next height at which a partition of that size begins. */
export function nextBound(height: number, size: number): number {
  return (Math.floor(height / size) + 1) * size;
}

/** Analyzes partitioned tables whose statistics are old: the planner uses those of the whole table. */
export async function analyzeStale({ sql, schema, name }: Database): Promise<void> {
  for (const table of await listStale(sql, name)) await sql`analyze ${schema}.${sql(table)}`;
}
