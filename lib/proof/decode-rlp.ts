import { fromRlp } from 'viem/utils';
import { broken } from './broken-proof';

/** An RLP item: bytes, or a list. */
export type RlpItem = Uint8Array | readonly RlpItem[];

const MAX_INTEGER_BYTES = 32;

/** The list that the bytes encode; `what` names it in errors. Throws AppError `proof`, as all functions of this file do. */
export function decodeList(bytes: Uint8Array, what: string): readonly RlpItem[] {
  let item: RlpItem;
  try {
    item = fromRlp(bytes, 'bytes');
  } catch (cause) {
    throw broken(`${what} is not RLP`, cause);
  }
  return toList(item, what);
}

/** The item as a list. */
export function toList(item: RlpItem | undefined, what: string): readonly RlpItem[] {
  if (item === undefined || item instanceof Uint8Array) throw broken(`${what} is not a list`);
  return item;
}

/** The item as bytes, of this length if one is given. */
export function toBytes(item: RlpItem | undefined, what: string, length?: number): Buffer {
  if (!(item instanceof Uint8Array)) throw broken(`${what} is missing`);
  if (length !== undefined && item.length !== length) throw broken(`${what} has ${item.length} bytes`);
  return Buffer.from(item.buffer, item.byteOffset, item.byteLength);
}

/** The item as an unsigned integer of at most 256 bits. */
export function toInteger(item: RlpItem | undefined, what: string): bigint {
  const bytes = toBytes(item, what);
  if (bytes.length > MAX_INTEGER_BYTES) throw broken(`${what} has more than 256 bits`);
  return bytes.length === 0 ? 0n : BigInt(`0x${bytes.toString('hex')}`);
}
