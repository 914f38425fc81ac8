import type { Database, Fragment } from './open-database';

/** Rows that are read for the main page, and for a page of the usual size: one more, or two where a row may not count. */
const USUAL: ReadonlySet<number> = new Set([6, 51, 52, 53]);

/**
 * `limit` of so many rows. The usual ones stand in the statement itself: not knowing a parameter, PostgreSQL expects a tenth
 * of all rows, finds one plan for all values dearer than one for each, and plans again at every execution.
 */
export function limitRows({ sql }: Pick<Database, 'sql'>, rows: number): Fragment {
  return USUAL.has(rows) ? sql`${sql.unsafe(`limit ${rows}`)}` : sql`limit ${rows}`;
}
