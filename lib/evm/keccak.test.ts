import { createHash } from 'node:crypto';
import { keccak256 as viemKeccak } from 'viem';
import { expect, test } from 'vitest';
import { loadFastKeccak } from './fast-keccak';
import { keccak256 } from './keccak';

/** Deterministic bytes of any length. */
function makeBytes(length: number): Uint8Array {
  const seed = createHash('shake256', { outputLength: length + 1 })
    .update(String(length))
    .digest();
  return new Uint8Array(seed.subarray(0, length));
}

test('both implementations give the hash of Ethereum, also around the block size of Keccak and for views', async () => {
  // The hash of nothing, as in the Yellow Paper.
  const nothing = 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470';
  const inputs = [0, 1, 31, 32, 135, 136, 137, 271, 272, 273, 5000, 70_000].map(makeBytes);
  const views = inputs.map((bytes) =>
    Buffer.concat([Buffer.of(1, 2, 3), bytes, Buffer.of(4)]).subarray(3, -1),
  );
  const hashAll = () => [...inputs, ...views].map((bytes) => keccak256(bytes).toString('hex'));
  const expected = [...inputs, ...inputs].map((bytes) => viemKeccak(bytes).slice(2));
  expect(expected[0]).toBe(nothing);
  expect(hashAll()).toEqual(expected);
  await loadFastKeccak();
  expect(hashAll()).toEqual(expected);
  const first = keccak256(makeBytes(1));
  keccak256(makeBytes(2));
  expect(first.toString('hex'), 'a hash is a copy').toBe(viemKeccak(makeBytes(1)).slice(2));
});
