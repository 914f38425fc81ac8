import { readSmallUint, WORD } from '@/lib/evm/words';

/** Bound of stored names and symbols: anyone can deploy a token with a name of a megabyte. */
const MAX_TEXT_BYTES = 1_000;
const MAX_SEARCH_CHARACTERS = 200;

/** The truncated result of name() or symbol(): an ABI string or a zero-padded bytes32. Null for anything else. */
export function decodeTokenText(output: Buffer): Buffer | null {
  const text = output.length === WORD ? trimZeros(output) : readAbiString(output);
  return text === undefined || text.length === 0 ? null : cutText(text);
}

/** The bytes of an ABI-encoded string or bytes; undefined when malformed. Shares memory with `output`. */
export function readAbiString(output: Buffer): Buffer | undefined {
  const offset = readSmallUint(output, 0);
  const length = offset === undefined ? undefined : readSmallUint(output, offset);
  if (offset === undefined || length === undefined) return undefined;
  const start = offset + WORD;
  return start + length > output.length ? undefined : output.subarray(start, start + length);
}

function trimZeros(word: Buffer): Buffer {
  const end = word.indexOf(0);
  return end < 0 ? word : word.subarray(0, end);
}

/** Truncates at a character boundary: UTF-8 continuation bytes are 10xxxxxx. */
function cutText(text: Buffer): Buffer {
  if (text.length <= MAX_TEXT_BYTES) return text;
  let end = MAX_TEXT_BYTES;
  while (end > MAX_TEXT_BYTES - 4 && ((text[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return text.subarray(0, end);
}

/** Name and symbol for the search: printable characters, single spaces, truncated. Null when nothing is left. */
export function toSearchText(name: Buffer | null, symbol: Buffer | null): string | null {
  const text = [name, symbol]
    .map((part) => part?.toString('utf8') ?? '')
    .join(' ')
    .replace(/[\p{C}\p{Z}\uFFFD]+/gu, ' ')
    .trim();
  return text === '' ? null : [...text].slice(0, MAX_SEARCH_CHARACTERS).join('');
}
