import { getAddress } from 'viem/utils';

/** Bytes or a quantity as JSON-RPC writes them: `0x`, then hex digits. */
export type Hex = `0x${string}`;

const HEX_DATA = /^0x(?:[0-9a-fA-F]{2})*$/;
const HEX_QUANTITY = /^0x[0-9a-fA-F]+$/;
const QUANTITY_DIGITS = 64;
/** A checksum is a Keccak hash, and pages name the same addresses again and again. */
const checksummed = new Map<string, Hex>();
const MAX_CHECKSUMMED = 50_000;

/** True for `0x` and an even number of hex digits in either case; `0x` alone is the empty byte string. */
export function isHexData(value: unknown): value is Hex {
  return typeof value === 'string' && HEX_DATA.test(value);
}

/** True for the hex form of exactly `length` bytes. */
export function isHexOfLength(value: unknown, length: number): value is Hex {
  return isHexData(value) && value.length === 2 + 2 * length;
}

/** The bytes of `0x…`. Throws TypeError for anything but `0x` and an even number of hex digits. */
export function hexToBuffer(hex: string): Buffer {
  const bytes = Buffer.from(hex.slice(2), 'hex');
  // Buffer.from stops silently at the first character that is not hex, so the length tells.
  if (!hex.startsWith('0x') || hex.length !== 2 + 2 * bytes.length) {
    throw new TypeError(`not hex data: ${excerpt(hex)}`);
  }
  return bytes;
}

/** Lower-case `0x…` of the bytes; no bytes give `0x`. */
export function bufferToHex(bytes: Uint8Array): Hex {
  return `0x${toBuffer(bytes).toString('hex')}`;
}

/**
 * A JSON-RPC quantity of at most 256 bits; leading zeros, which some nodes send, are allowed. Throws TypeError for
 * anything malformed, an empty quantity (`0x`) included, and RangeError above 256 bits.
 */
export function quantityToBigint(hex: string): bigint {
  if (!HEX_QUANTITY.test(hex)) throw new TypeError(`not a hex quantity: ${excerpt(hex)}`);
  if (hex.length > 2 + QUANTITY_DIGITS) {
    const digits = hex.slice(2).replace(/^0+/, '');
    if (digits.length > QUANTITY_DIGITS) throw new RangeError(`more than 256 bits: ${excerpt(hex)}`);
    return BigInt(`0x${digits || '0'}`);
  }
  return BigInt(hex);
}

/** A JSON-RPC quantity that must fit a safe integer: heights, indexes, times. Throws as quantityToBigint, or RangeError. */
export function quantityToNumber(hex: string): number {
  const value = quantityToBigint(hex);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError(`not a safe integer: ${excerpt(hex)}`);
  return Number(value);
}

/** The EIP-55 form of a 20-byte address. Throws when the bytes are not 20. */
export function bufferToAddress(bytes: Uint8Array): Hex {
  // A character a byte: half as long as hex, and sooner found.
  const key = toBuffer(bytes).toString('latin1');
  const known = checksummed.get(key);
  if (known !== undefined) return known;
  const address = getAddress(bufferToHex(bytes));
  if (checksummed.size >= MAX_CHECKSUMMED) checksummed.clear();
  checksummed.set(key, address);
  return address;
}

/** The big-endian unsigned integer of the bytes, 0n for none. */
export function bufferToBigint(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(bufferToHex(bytes));
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function excerpt(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}… (${text.length} characters)` : JSON.stringify(text);
}
