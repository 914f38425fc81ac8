import type { Database, Fragment } from './open-database';

/**
 * The rows of a query as one JSON text, null when there are none, for a column of another query: what belongs to a row
 * is read with it, in the same statement. `numeric` columns must be cast to text, which keeps all their digits.
 */
export function toJsonRows(db: Database, query: Fragment): Fragment {
  return db.sql`(select json_agg(r)::text from (${query}) r)`;
}

/** The rows of such a text as the driver reads them, `bytea` as Buffers: no text column may begin with `\x`. */
export function readJsonRows<Row extends object>(text: string | null): Row[] {
  if (text === null) return [];
  const rows: Row[] = JSON.parse(text);
  for (const row of rows) restoreBytes(row);
  return rows;
}

/** In place: a reviver would cost several times as much. */
function restoreBytes(holder: object): void {
  for (const [key, value] of Object.entries(holder)) {
    if (typeof value === 'string' && value.startsWith('\\x'))
      Reflect.set(holder, key, Buffer.from(value.slice(2), 'hex'));
    else if (Array.isArray(value)) restoreBytes(value);
  }
}
