import { readSmallUint, WORD } from '@/lib/evm/words';

/** Names and symbols are kept up to this many bytes; anyone may deploy a token with a name of a megabyte. */
const MAX_TEXT_BYTES = 1_000;
const MAX_SEARCH_CHARACTERS = 200;

/**
 * The text that name() or symbol() returned, as received but cut to a bounded length: an ABI string, or a bytes32
 * padded with zeros, as early tokens have it. Null for anything else, and for an empty text.
 */
export function decodeTokenText(output: Buffer): Buffer | null {
  const text = output.length === WORD ? trimZeros(output) : readAbiString(output);
  return text === undefined || text.length === 0 ? null : cutText(text);
}

/** The bytes of the ABI string (or bytes) that a getter returned; undefined when there is none. Shares the memory. */
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

/** Cut before the character that would be split: UTF-8 continuation bytes are 10xxxxxx. */
function cutText(text: Buffer): Buffer {
  if (text.length <= MAX_TEXT_BYTES) return text;
  let end = MAX_TEXT_BYTES;
  while (end > MAX_TEXT_BYTES - 4 && ((text[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return text.subarray(0, end);
}

/** Name and symbol for the search: readable characters only, single spaces, bounded. Null when nothing is left. */
export function toSearchText(name: Buffer | null, symbol: Buffer | null): string | null {
  const text = [name, symbol]
    .map((part) => part?.toString('utf8') ?? '')
    .join(' ')
    .replace(/[\p{C}\p{Z}\uFFFD]+/gu, ' ')
    .trim();
  return text === '' ? null : [...text].slice(0, MAX_SEARCH_CHARACTERS).join('');
}
