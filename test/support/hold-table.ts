import { type Database, openPool } from '@/lib/db/open-database';
import type { PartitionedTable } from '@/lib/db/partitions';
import { until } from './until';

/** Reads a table in a transaction that stays open, as `pg_dump` does, until the function that is returned is called. */
export async function holdTable(
  url: string,
  { name }: Database,
  table: PartitionedTable | 'migrations',
): Promise<() => Promise<void>> {
  const pool = openPool({ url, connections: 1, name: 'reader' });
  let [isHeld, release] = [false, () => {}];
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const reading = pool.begin(async (sql) => {
    await sql`select from ${sql(name)}.${sql(table)} limit 1`;
    isHeld = true;
    await released;
  });
  await until('a reader', () => isHeld);
  return async () => {
    release();
    await reading;
    await pool.end({ timeout: 1 });
  };
}
