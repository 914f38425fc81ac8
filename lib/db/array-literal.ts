import type { Database, Fragment } from './open-database';

/** What one element of an array parameter may be. */
export type ArrayElement = null | boolean | number | bigint | string | Buffer;

/**
 * PostgreSQL's text form of a one-dimensional array, to be sent as a parameter that the statement casts
 * (`${toArrayLiteral(hashes)}::bytea[]`). The driver itself takes a list of Buffers for one bytea.
 */
export function toArrayLiteral(elements: readonly ArrayElement[]): string {
  return `{${elements.map(encodeElement).join(',')}}`;
}

/**
 * A list as an expression of type `type[]` whose length the planner does not see: one plan then serves lists of
 * every length, where otherwise short ones are planned each time anew, which takes longer than to read them.
 */
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
