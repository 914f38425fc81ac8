import { keccak256 as viemKeccak } from 'viem/utils';

let hash = (bytes: Uint8Array): Uint8Array => viemKeccak(bytes, 'bytes');

/** The Keccak-256 hash (32 bytes, a copy of its own). */
export function keccak256(bytes: Uint8Array): Buffer {
  const digest = hash(bytes);
  return Buffer.from(digest.buffer, digest.byteOffset, digest.byteLength);
}

/** Replaces the implementation by another that gives the same hashes: `loadFastKeccak`. */
export function replaceKeccak(implementation: (bytes: Uint8Array) => Uint8Array): void {
  hash = implementation;
}
