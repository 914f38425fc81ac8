import { totalmem } from 'node:os';

const MB = 1_024 * 1_024;
const [LEAST_MB, MOST_MB] = [64, 1_024];
const SHARE = 8;

/** Memory of this machine in bytes, or what a container may use of it. */
export function memoryBytes(): number {
  // 0 if unknown
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

/**
 * `shared_buffers` of the embedded database in MB: an eighth of `memory` (bytes), from 64 MB to 1 GB, as the other
 * programs need memory too. Each further attempt to start halves it, as some machines do not allow that much.
 */
export function sharedBuffersMb(memory: number, attempt: number): number {
  const share = Math.min(memory / MB / SHARE, MOST_MB);
  return Math.max(Math.floor(share / 2 ** (attempt - 1)), LEAST_MB);
}
