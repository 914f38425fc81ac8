import type { Database, Fragment } from './open-database';

/** A subquery's rows as one JSON text column, null when empty. Cast `numeric` columns to text to keep all digits. */
export function toJsonRows(db: Database, query: Fragment): Fragment {
  return db.sql`(select json_agg(r)::text from (${query}) r)`;
}

/** Parses `toJsonRows` output; text starting with `\x` becomes a Buffer. */
export function readJsonRows<Row extends object>(text: string | null): Row[] {
  if (text === null) return [];
  const rows: Row[] = JSON.parse(text);
  for (const row of rows) restoreBytes(row);
  return rows;
}

/** In place: a JSON reviver is several times slower. */
function restoreBytes(holder: object): void {
  for (const [key, value] of Object.entries(holder)) {
    if (typeof value === 'string' && value.startsWith('\\x'))
      Reflect.set(holder, key, Buffer.from(value.slice(2), 'hex'));
    else if (Array.isArray(value)) restoreBytes(value);
  }
}
