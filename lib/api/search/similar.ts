/** A token's name and symbol. */
type Named = Readonly<{ name: string | null; symbol: string | null }>;

/** Shorter words have too many neighbors. */
const MIN_LENGTH = 4;
/** Of a name. */
const MAX_WORDS = 20;
const MAX_WORD = 40;

/** Whether a word of the name or symbol is `text` but for one letter: another, one more, one less, or two exchanged. */
export function isSimilar(text: string, { name, symbol }: Named): boolean {
  const wanted = text.toLowerCase();
  if (wanted.length < MIN_LENGTH || wanted.length > MAX_WORD || !/^[\p{L}\p{N}]+$/u.test(wanted))
    return false;
  const words = `${symbol ?? ''} ${name ?? ''}`.toLowerCase().split(/[\s\p{P}]+/u, MAX_WORDS);
  return words.some((word) => word.length >= MIN_LENGTH && isOneEdit(wanted, word));
}

function isOneEdit(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [rest, tail] = [one.slice(start), other.slice(start)];
  return (
    rest.slice(1) === tail.slice(1) ||
    rest.slice(1) === tail ||
    rest === tail.slice(1) ||
    (rest[0] === tail[1] && rest[1] === tail[0] && rest.slice(2) === tail.slice(2))
  );
}
