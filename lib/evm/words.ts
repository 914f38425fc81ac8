import { bufferToBigint } from './hex';

/** Bytes of one ABI word. */
export const WORD = 32;

/** The 32-byte word that starts at `offset`, or undefined when the data ends before it does. Shares the memory. */
export function readWord(data: Buffer, offset: number): Buffer | undefined {
  return offset >= 0 && offset + WORD <= data.length ? data.subarray(offset, offset + WORD) : undefined;
}

/** The unsigned integer of the word at `offset`, or undefined when the data ends before it does. */
export function readUint(data: Buffer, offset: number): bigint | undefined {
  const word = readWord(data, offset);
  return word && bufferToBigint(word);
}

/** An ABI address word: 12 zero bytes, then the address. Undefined for anything else. Shares the memory. */
export function wordToAddress(word: Buffer | undefined): Buffer | undefined {
  if (word?.length !== WORD || !isZero(word, 12)) return undefined;
  return word.subarray(12);
}

/** A word as an offset, length or small number: undefined when the data ends before it or it exceeds 32 bits. */
export function readSmallUint(data: Buffer, offset: number): number | undefined {
  const word = readWord(data, offset);
  return word && isZero(word, 28) ? word.readUInt32BE(28) : undefined;
}

/**
 * The words of a dynamic array whose offset stands in the head at `headOffset` (offsets count from the start of the
 * data). Undefined when the array does not lie inside the data, so its length is bounded by the data's.
 */
export function readWordArray(data: Buffer, headOffset: number): Buffer[] | undefined {
  const offset = readSmallUint(data, headOffset);
  const length = offset === undefined ? undefined : readSmallUint(data, offset);
  if (offset === undefined || length === undefined) return undefined;
  const start = offset + WORD;
  if (start + length * WORD > data.length) return undefined;
  return Array.from({ length }, (_, index) =>
    data.subarray(start + index * WORD, start + (index + 1) * WORD),
  );
}

function isZero(bytes: Buffer, length: number): boolean {
  for (let index = 0; index < length; index += 1) if (bytes[index] !== 0) return false;
  return true;
}
