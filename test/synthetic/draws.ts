/** Pseudorandom numbers that depend only on their seed. */
export type Draws = Readonly<{
  /** An integer from 0 to `below` - 1. */
  below(below: number): number;
  /** Hex digits of that many bytes, without 0x. */
  hex(bytes: number): string;
}>;

const WORD_BYTES = 4;

/** The draws of one seed: a kind and a number. */
export function drawsOf(kind: number, number: number): Draws {
  let state = (Math.imul(kind + 1, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  next();
  const hex = (bytes: number) => {
    let digits = '';
    while (digits.length < 2 * bytes)
      digits += next()
        .toString(16)
        .padStart(2 * WORD_BYTES, '0');
    return digits.slice(0, 2 * bytes);
  };
  return { below: (below) => Math.floor((next() / 2 ** 32) * below), hex };
}
