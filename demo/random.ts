import { createHash } from 'node:crypto';

export type Random = {
  /** An integer from 0 to `below` - 1. */
  int(below: number): number;
  /** One element; throws RangeError for an empty list. */
  pick<T>(list: readonly T[]): T;
  /** True with probability `share` (0 to 1). */
  chance(share: number): boolean;
};

/** The same seed gives the same choices on every machine (mulberry32 seeded by SHA-256). */
export function createRandom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    int: (below) => Math.floor(next() * below),
    chance: (share) => next() < share,
    pick: (list) => {
      for (const element of list.slice(Math.floor(next() * list.length))) return element;
      throw new RangeError('Nothing to pick from.');
    },
  };
}
