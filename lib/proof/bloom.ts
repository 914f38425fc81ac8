import { createBoundedCache } from '@/lib/bounded-cache';
import type { EvmLog } from '@/lib/evm/decode-transfers';
import { keccak256 } from '@/lib/evm/keccak';

const BLOOM_BYTES = 256;
const BLOOM_BITS = 8 * BLOOM_BYTES;
/** Addresses and event signatures repeat, and a hash costs more than a look-up. */
const positions = createBoundedCache<string, readonly number[]>({
  ...{ name: 'bloom_positions', maxBytes: 16 * 1024 * 1024, maxKeys: 50_000 },
});

/** The bloom filter of the logs' addresses and topics (256 bytes; Yellow Paper 4.3.1). */
export function bloomOf(logs: readonly EvmLog[]): Buffer {
  const bloom = Buffer.alloc(BLOOM_BYTES);
  for (const { address, topics } of logs) {
    addToBloom(bloom, address);
    for (const topic of topics) addToBloom(bloom, topic);
  }
  return bloom;
}

/** Adds the bits of another filter to `bloom`. */
export function mergeBloom(bloom: Buffer, other: Buffer): void {
  for (let at = 0; at < BLOOM_BYTES; at++) bloom[at] = (bloom[at] ?? 0) | (other[at] ?? 0);
}

/** An empty filter. */
export function emptyBloom(): Buffer {
  return Buffer.alloc(BLOOM_BYTES);
}

function addToBloom(bloom: Buffer, value: Buffer): void {
  for (const bit of bitsOf(value)) {
    const at = BLOOM_BYTES - 1 - (bit >> 3);
    bloom[at] = (bloom[at] ?? 0) | (1 << (bit & 7));
  }
}

/** The three bits of a value: the low 11 bits of each of the first three pairs of bytes of its hash. */
function bitsOf(value: Buffer): readonly number[] {
  const key = value.toString('latin1');
  const known = positions.get(key);
  if (known) return known;
  const hash = keccak256(value);
  const bits = [0, 2, 4].map((at) => hash.readUInt16BE(at) % BLOOM_BITS);
  positions.set(key, bits);
  return bits;
}
