import { createHash } from 'node:crypto';

/** SHA-256: what contracts of the same runtime code have in common, as `code_hash` has it. */
export function hashCode(code: Buffer): Buffer {
  return createHash('sha256').update(code).digest();
}
