import type { Database, Fragment } from './open-database';

/** An element of an array parameter. */
export type ArrayElement = null | boolean | number | bigint | string | Buffer;

/** An array in PostgreSQL's text format; cast it in SQL. The driver would take Buffers for a single bytea. */
export function toArrayLiteral(elements: readonly ArrayElement[]): string {
  return `{${elements.map(encodeElement).join(',')}}`;
}

/** A list as a `type[]` expression of a length unknown to the planner, so that one generic plan serves all. */
export function listParameter(
  db: Database,
  type: 'bytea' | 'numeric',
  elements: readonly ArrayElement[],
): Fragment {
  const literal = toArrayLiteral(elements);
  return type === 'bytea'
    ? db.sql`(select ${literal}::bytea[])::bytea[]`
    : db.sql`(select ${literal}::numeric[])::numeric[]`;
}

function encodeElement(element: ArrayElement): string {
  if (element === null) return 'null';
  if (Buffer.isBuffer(element)) return `"\\\\x${element.toString('hex')}"`;
  if (typeof element === 'string') return `"${element.replace(/[\\"]/g, '\\$&')}"`;
  return String(element);
}
