import { getAddress } from 'viem/utils';

/** JSON-RPC data or quantity: `0x` and hex digits. */
export type Hex = `0x${string}`;

const HEX_DATA = /^0x(?:[0-9a-fA-F]{2})*$/;
const HEX_QUANTITY = /^0x[0-9a-fA-F]+$/;
const QUANTITY_DIGITS = 64;
/** Hex digits that fit a double, which parses faster. */
const SAFE_DIGITS = 13;
/** Cache: checksums cost a Keccak hash, and addresses repeat. */
const checksummed = new Map<string, Hex>();
const MAX_CHECKSUMMED = 50_000;

/** Of a key of 20 bytes, its 42 characters and their place in the map. */
const CHECKSUMMED_BYTES = 200;

/** What the cache of checksums holds and may hold, in estimated bytes. */
export function checksumFigures() {
  const [entries, maxBytes] = [checksummed.size, CHECKSUMMED_BYTES * MAX_CHECKSUMMED];
  return { name: 'checksums', bytes: CHECKSUMMED_BYTES * entries, maxBytes, entries };
}

/** True for `0x` and an even number of hex digits, possibly none. */
export function isHexData(value: unknown): value is Hex {
  return typeof value === 'string' && HEX_DATA.test(value);
}

/** True for hex data of exactly `length` bytes. */
export function isHexOfLength(value: unknown, length: number): value is Hex {
  return isHexData(value) && value.length === 2 + 2 * length;
}

/** Parses hex data. Throws TypeError for anything but `0x` and an even number of hex digits. */
export function hexToBuffer(hex: string): Buffer {
  const bytes = Buffer.from(hex.slice(2), 'hex');
  // Buffer.from stops silently at the first non-hex character.
  if (!hex.startsWith('0x') || hex.length !== 2 + 2 * bytes.length) {
    throw new TypeError(`not hex data: ${excerpt(hex)}`);
  }
  return bytes;
}

/** Lower-case hex with `0x`. */
export function bufferToHex(bytes: Uint8Array): Hex {
  return `0x${toBuffer(bytes).toString('hex')}`;
}

/** Parses a JSON-RPC quantity. Throws TypeError when malformed (also `0x`), RangeError above 256 bits. */
export function quantityToBigint(hex: string): bigint {
  if (!HEX_QUANTITY.test(hex)) throw new TypeError(`not a hex quantity: ${excerpt(hex)}`);
  if (hex.length > 2 + QUANTITY_DIGITS) {
    const digits = hex.slice(2).replace(/^0+/, '');
    if (digits.length > QUANTITY_DIGITS) throw new RangeError(`more than 256 bits: ${excerpt(hex)}`);
    return BigInt(`0x${digits || '0'}`);
  }
  return hex.length > 2 + SAFE_DIGITS ? BigInt(hex) : BigInt(Number(hex));
}

/** Parses a quantity that is a safe integer. Throws like quantityToBigint, or RangeError. */
export function quantityToNumber(hex: string): number {
  const value = quantityToBigint(hex);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError(`not a safe integer: ${excerpt(hex)}`);
  return Number(value);
}

/** EIP-55 form of a 20-byte address. Throws for any other length. */
export function bufferToAddress(bytes: Uint8Array): Hex {
  const key = toBuffer(bytes).toString('latin1');
  const cached = checksummed.get(key);
  if (cached !== undefined) return cached;
  const address = getAddress(bufferToHex(bytes));
  if (checksummed.size >= MAX_CHECKSUMMED) checksummed.clear();
  checksummed.set(key, address);
  return address;
}

/** Big-endian unsigned integer; 0n for no bytes. */
export function bufferToBigint(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(bufferToHex(bytes));
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function excerpt(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}… (${text.length} characters)` : JSON.stringify(text);
}
