import { dropUnread, isLockRefused } from './lock-wait';
import { partSchemaName, type Sql } from './open-database';

/**
 * Drops the parts of an index, by the name of its schema, but those that begin at one of `staying`; each by itself, as
 * they have many tables. Returns the names of those that somebody reads: they are left for a later time.
 */
export async function dropParts(sql: Sql, index: string, staying: readonly number[] = []): Promise<string[]> {
  const names = staying.map((from) => partSchemaName(index, from));
  const left: string[] = [];
  for (const name of await listParts(sql, index)) {
    if (names.includes(name)) continue;
    try {
      await dropUnread(sql, name);
    } catch (error) {
      if (!isLockRefused(error)) throw error;
      left.push(name);
    }
  }
  return left;
}

/** Drops all parts of an index, and waits for those who read them. */
export async function dropAllParts(sql: Sql, index: string): Promise<void> {
  for (const name of await listParts(sql, index)) await sql`drop schema if exists ${sql(name)} cascade`;
}

async function listParts(sql: Sql, index: string): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select nspname as name from pg_namespace where starts_with(nspname, ${partSchemaName(index, 0).slice(0, -1)})`;
  return rows.map(({ name }) => name);
}
