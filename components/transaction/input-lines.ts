const PREFIX_AND_SELECTOR = 10;
const WORD_DIGITS = 64;
const WORD_BYTES = 32;
/** An offset stays next to its word, which narrow screens break. */
const NO_BREAK = '\u00a0';

/** Input in lines: the selector, and each 32-byte word with its offset in hex behind it; in one line if it is no ABI encoding. */
export function inputLines(input: string): string {
  const digits = input.slice(PREFIX_AND_SELECTOR);
  if (digits === '' || digits.length % WORD_DIGITS !== 0) return input;
  const words = digits.match(/.{64}/g) ?? [];
  return [
    input.slice(0, PREFIX_AND_SELECTOR),
    ...words.map((word, index) => `${(index * WORD_BYTES).toString(16).padStart(3, '0')}${NO_BREAK}${word}`),
  ].join('\n');
}
