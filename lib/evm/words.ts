import { bufferToBigint, type Hex } from './hex';

/** Size of an ABI word in bytes. */
export const WORD = 32;

/** The 32-byte word at `offset` (a view), undefined beyond the data. */
export function readWord(data: Buffer, offset: number): Buffer | undefined {
  return offset >= 0 && offset + WORD <= data.length ? data.subarray(offset, offset + WORD) : undefined;
}

/** An unsigned integer as the hex of a 32-byte word. */
export function wordToHex(value: bigint): Hex {
  return `0x${value.toString(16).padStart(2 * WORD, '0')}`;
}

/** The word at `offset` as an unsigned integer, undefined beyond the data. */
export function readUint(data: Buffer, offset: number): bigint | undefined {
  const word = readWord(data, offset);
  return word && bufferToBigint(word);
}

/** The address in an ABI word (a view, or `known` when that is equal); undefined unless 12 zero bytes precede it. */
export function wordToAddress(word: Buffer | undefined, known?: Buffer | null): Buffer | undefined {
  if (word?.length !== WORD || !isZero(word, 0, 12)) return undefined;
  return known && equalBytes(known, word, 12) ? known : word.subarray(12);
}

/** Whether bytes are those of others behind `offset`: in a loop, as a call of Node's takes longer than a few bytes. */
export function equalBytes(bytes: Buffer, others: Buffer, offset = 0): boolean {
  if (bytes === others && offset === 0) return true;
  const { length } = bytes;
  if (others.length !== offset + length) return false;
  for (let at = 0; at < length; at += 1) if (bytes[at] !== others[offset + at]) return false;
  return true;
}

/** An address as an ABI word. */
export function addressToWord(address: Buffer): Buffer {
  return Buffer.concat([Buffer.alloc(WORD - address.length), address]);
}

/** The word at `offset` as an offset or length; undefined beyond the data or above 32 bits. */
export function readSmallUint(data: Buffer, offset: number): number | undefined {
  if (offset < 0 || offset + WORD > data.length) return undefined;
  return isZero(data, offset, WORD - 4) ? data.readUInt32BE(offset + WORD - 4) : undefined;
}

/** The words of a dynamic array whose offset is at `headOffset`; undefined unless it lies inside the data. */
export function readWordArray(data: Buffer, headOffset: number): Buffer[] | undefined {
  const offset = readSmallUint(data, headOffset);
  const length = offset === undefined ? undefined : readSmallUint(data, offset);
  if (offset === undefined || length === undefined) return undefined;
  const start = offset + WORD;
  if (start + length * WORD > data.length) return undefined;
  const words: Buffer[] = [];
  for (let index = 0; index < length; index += 1)
    words.push(data.subarray(start + index * WORD, start + (index + 1) * WORD));
  return words;
}

function isZero(bytes: Buffer, start: number, length: number): boolean {
  for (let index = start; index < start + length; index += 1) if (bytes[index] !== 0) return false;
  return true;
}
