import type { Database, Fragment } from './open-database';

/** Expression of a subquery's rows as JSON, null when empty. Cast `numeric` columns to text to keep all digits. */
export function jsonRows(db: Database, query: Fragment): Fragment {
  return db.sql`(select json_agg(r) from (${query}) r)`;
}

/** Parses rows as JSON; text starting with `\\x` becomes a Buffer. */
export function readJsonRows<Row extends Record<string, unknown>>(text: string | null): Row[] {
  const rows: Row[] | null = text === null ? null : JSON.parse(text);
  return restoreRows(rows);
}

/** Rows that are parsed, null for none: in place, text starting with `\\x` becomes a Buffer. */
export function restoreRows<Row extends Record<string, unknown>>(rows: Row[] | null): Row[] {
  for (const row of rows ?? []) restoreBytes(row);
  return rows ?? [];
}

/** `bytea` as JSON has it. */
export function readBytes(text: string): Buffer;
export function readBytes(text: string | null): Buffer | null;
export function readBytes(text: string | null): Buffer | null {
  return text === null ? null : Buffer.from(text.slice(2), 'hex');
}

/** In place: a JSON reviver is several times slower, and so are entries of objects. */
function restoreBytes(holder: Record<string, unknown>): void {
  for (const key in holder) {
    const value = holder[key];
    if (typeof value === 'string') {
      if (value.startsWith('\\x')) holder[key] = readBytes(value);
    } else if (Array.isArray(value)) holder[key] = value.map(restoreElement);
  }
}

function restoreElement(value: unknown): unknown {
  return typeof value === 'string' && value.startsWith('\\x') ? readBytes(value) : value;
}
