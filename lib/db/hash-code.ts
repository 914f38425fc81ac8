import { createHash } from 'node:crypto';

/** The `code_hash` of a contract: SHA-256 of its runtime code. */
export function hashCode(code: Buffer): Buffer {
  return createHash('sha256').update(code).digest();
}
