import { isLockRefused, LOCK_WAIT_MS } from '@/lib/db/migrate';
import type { Database, Transaction } from '@/lib/db/open-database';
import { addPartition, dropBound, listStale, readForms, type TableForm } from '@/lib/db/partitions';
import { runTransaction } from '@/lib/db/transaction';
import { pause } from '@/lib/retry';

/** What is to be written: heights up to `to`. `size` of new partitions; undefined: that of the last one. */
type Wanted = Readonly<{ to: number; size: number | undefined }>;

const PAUSE_MS = 500;

/** Heights below this need no check, by index. */
const ready = new WeakMap<Database, number>();

/**
 * Makes sure that rows up to a height can be written, to be called before they are: partitioned tables get partitions, one
 * ahead; a plain one that is being carried over loses a bound that would be passed.
 */
export async function keepPartitions(db: Database, wanted: Wanted): Promise<void> {
  if (wanted.to < (ready.get(db) ?? 0)) return;
  const forms = await readForms(db.sql, db.name);
  for (const form of forms) await extend(db, form, wanted);
  // a plain table may be partitioned by another process at any time
  if (forms.some(({ beyond }) => beyond === null)) return;
  const extended = await readForms(db.sql, db.name);
  const ends = extended.map(({ beyond, size }) => (beyond ?? 0) - (wanted.size ?? size ?? 0));
  ready.set(db, Math.min(...ends));
}

/** What is not needed at once is left to the next call when the table is in use. */
async function extend(db: Database, form: TableForm, wanted: Wanted): Promise<void> {
  const ahead = form.beyond === null ? 0 : (wanted.size ?? form.size ?? 0);
  if ((form.beyond ?? form.bound ?? Number.POSITIVE_INFINITY) > wanted.to + ahead) return;
  for (;;) {
    try {
      return await runTransaction(db.sql, async (sql) => {
        await sql`select set_config('lock_timeout', ${`${LOCK_WAIT_MS}ms`}, true)`;
        await extendNow(sql, db, { ...form, wanted });
      });
    } catch (error) {
      if (!isLockRefused(error)) throw error;
      if (form.beyond !== null && form.beyond > wanted.to) return;
      await pause(PAUSE_MS);
    }
  }
}

async function extendNow(
  sql: Transaction,
  { schema, name }: Database,
  { table, wanted }: TableForm & { wanted: Wanted },
): Promise<void> {
  await sql`lock table ${schema}.${sql(table)} in share update exclusive mode`;
  // another process may have been here before
  const form = (await readForms(sql, name)).find((found) => found.table === table);
  if (form?.beyond == null) return dropBound(sql, { schema: name, table });
  const size = wanted.size ?? form.size ?? 1;
  for (let from = form.beyond; from <= wanted.to + size; from = nextBound(from, size))
    await addPartition(sql, { schema: name, table }, { from, beyond: nextBound(from, size) });
}

/** The first height above another at which a partition of that size begins. */
export function nextBound(height: number, size: number): number {
  return (Math.floor(height / size) + 1) * size;
}

/** Analyzes partitioned tables whose statistics are too old: plans are made by those of the whole. */
export async function analyzeStale({ sql, schema, name }: Database): Promise<void> {
  for (const table of await listStale(sql, name)) await sql`analyze ${schema}.${sql(table)}`;
}
