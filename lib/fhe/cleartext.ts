import { bufferToAddress, bufferToBigint } from '@/lib/evm/hex';
import { readSmallUint, readWord, readWordArray, WORD } from '@/lib/evm/words';
import { handleType } from './handles';

/** Events that tell the value behind a handle, with the word that has it; null: in the list of PublicDecryptionVerified. */
const VALUE_WORDS = {
  PublicDecryptionVerified: null,
  UnwrapFinalized: 1,
  AmountDisclosed: 0,
  Wrap: 0,
  FallbackGrantedPlaintext: 0,
} as const;

/** The name of an event that tells a value. */
export type CleartextSource = keyof typeof VALUE_WORDS;

/** The events that tell a value, the most telling first. */
export const CLEARTEXT_SOURCES = Object.keys(VALUE_WORDS).filter(isCleartextSource);

/** Whether an event tells a value. */
export function isCleartextSource(name: string): name is CleartextSource {
  return Object.hasOwn(VALUE_WORDS, name);
}

/** The 32-byte word of a handle's value in the data of such an event; undefined when it is malformed. */
export function readCleartext(source: CleartextSource, data: Buffer, handle: Buffer): Buffer | undefined {
  const index = VALUE_WORDS[source];
  if (index !== null) return readWord(data, index * WORD);
  const values = readDecrypted(data);
  const at = readWordArray(data, 0)?.findIndex((one) => one.equals(handle)) ?? -1;
  return values && at >= 0 ? readWord(values, at * WORD) : undefined;
}

/**
 * Whether a call of `verifyDecryptionEIP712KMSSignatures(bytes32[] handles, bytes values, bytes proof)` has this value for
 * this handle. `input` may be cut: what is missing is not verified.
 */
export function isVerifiedValue(input: Buffer, handle: Buffer, value: Buffer): boolean {
  return readCleartext('PublicDecryptionVerified', input.subarray(4), handle)?.equals(value) === true;
}

/** The encoded values in the data of PublicDecryptionVerified: a word for each handle; undefined for any other length. */
function readDecrypted(data: Buffer): Buffer | undefined {
  const offset = readSmallUint(data, WORD);
  const length = offset === undefined ? undefined : readSmallUint(data, offset);
  if (offset === undefined || length === undefined) return undefined;
  const values = data.subarray(offset + WORD, offset + WORD + length);
  return values.length === length && readWordArray(data, 0)?.length === length / WORD ? values : undefined;
}

/** A value as text by the type of its handle: `true` or `false`, an address, or a decimal number. */
export function formatCleartext(word: Buffer, handle: Buffer): string {
  const type = handleType(handle);
  const value = bufferToBigint(word);
  if (type === 'Bool' && value <= 1n) return String(value === 1n);
  return type === 'Uint160' && value < 2n ** 160n ? bufferToAddress(word.subarray(12)) : String(value);
}
