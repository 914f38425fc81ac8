import { stringify } from 'lossless-json';

/** Serializes a body; bigints become JSON numbers. */
export function toJson(body: unknown): string {
  try {
    return JSON.stringify(body) ?? 'null';
  } catch (error) {
    // Few bodies contain bigints, so the fast path is tried first.
    if (error instanceof TypeError) return stringify(body) ?? 'null';
    throw error;
  }
}
