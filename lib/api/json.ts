import { stringify } from 'lossless-json';

/** JSON text of a body. A bigint becomes a number with all its digits, which `JSON.stringify` cannot do. */
export function toJson(body: unknown): string {
  const text = containsBigint(body) ? stringify(body) : JSON.stringify(body);
  return text ?? 'null';
}

function containsBigint(value: unknown): boolean {
  if (typeof value === 'bigint') return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(containsBigint);
}
