import { stringify } from 'lossless-json';

/** JSON text of a body. A bigint becomes a number with all its digits, which `JSON.stringify` cannot do. */
export function toJson(body: unknown): string {
  try {
    return JSON.stringify(body) ?? 'null';
  } catch (error) {
    // Few bodies hold a bigint: finding out by trying costs the others nothing.
    if (error instanceof TypeError) return stringify(body) ?? 'null';
    throw error;
  }
}
