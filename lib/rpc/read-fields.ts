import { AppError } from '@/lib/errors';
import { hexToBuffer, isHexData, quantityToBigint, quantityToNumber } from '@/lib/evm/hex';

/** A JSON object in a node's response. */
export type Fields = Readonly<Record<string, unknown>>;

/** AppError `node_answer`: the response violates the method's specification. */
export function malformed(what: string): AppError {
  return new AppError('node_answer', `The node answered with a malformed ${what}.`);
}

/** True for a JSON object, false for a list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object. Throws `malformed`. */
export function readObject(value: unknown, what: string): Fields {
  if (!isFields(value)) throw malformed(what);
  return value;
}

/** The list of that name, empty when absent or null. Throws `malformed`. */
export function readList(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name] ?? [];
  if (!Array.isArray(value)) throw malformed(name);
  return value;
}

/** Bytes of a fixed length, or null when absent. Throws `malformed`. */
export function readFixedOrNull(fields: Fields, name: string, length: number): Buffer | null {
  const value = fields[name] ?? null;
  return value === null ? null : toFixed(value, name, length);
}

/** Bytes of a fixed length. Throws `malformed`, also when absent. */
export function readFixed(fields: Fields, name: string, length: number): Buffer {
  return toFixed(fields[name], name, length);
}

/** The value as bytes of a fixed length. Throws `malformed`. */
export function toFixed(value: unknown, name: string, length: number): Buffer {
  const bytes = toBytes(value, name);
  if (bytes.length !== length) throw malformed(name);
  return bytes;
}

/** True when the value equals the hash `known`, which is valid, or either is absent. Throws `malformed`. */
export function isSameHash(value: unknown, known: unknown, name: string): boolean {
  // Nodes repeat the same text, which need not become bytes each time.
  if (value === known || value == null) return true;
  const hash = toFixed(value, name, 32);
  return known == null || hash.equals(toFixed(known, name, 32));
}

/** Bytes of any length, empty when absent. Throws `malformed`. */
export function readBytes(fields: Fields, name: string): Buffer {
  return toBytes(fields[name] ?? '0x', name);
}

function toBytes(value: unknown, name: string): Buffer {
  if (typeof value !== 'string') throw malformed(name);
  try {
    return hexToBuffer(value);
  } catch (cause) {
    throw new AppError('node_answer', `The node answered with a malformed ${name}.`, { cause });
  }
}

/** Bytes of any length, null when absent or not hex at all. */
export function readBytesOrNull(fields: Fields, name: string): Buffer | null {
  const value = fields[name];
  return isHexData(value) ? hexToBuffer(value) : null;
}

/** A quantity of at most 256 bits, null when absent. Accepts `0x` and plain JSON integers, which some nodes send. */
export function readQuantityOrNull(fields: Fields, name: string): bigint | null {
  const value = fields[name] ?? null;
  if (value === null) return null;
  if (value === '0x') return 0n;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  if (typeof value !== 'string') throw malformed(name);
  try {
    return quantityToBigint(value);
  } catch (cause) {
    throw new AppError('node_answer', `The node answered with a malformed ${name}.`, { cause });
  }
}

/** A quantity, zero when absent. Throws `malformed`. */
export function readQuantity(fields: Fields, name: string): bigint {
  return readQuantityOrNull(fields, name) ?? 0n;
}

/** A height or an index up to `limit` (2^53 - 1 by default). Throws `malformed`, also when absent. */
export function readInteger(fields: Fields, name: string, limit = Number.MAX_SAFE_INTEGER): number {
  const value = readQuantityOrNull(fields, name);
  const integer = Number(value);
  if (value === null || integer > limit) throw malformed(name);
  return integer;
}

/** A result that is itself a height or an ID. Throws `malformed`. */
export function toInteger(value: unknown, what: string): number {
  if (typeof value !== 'string') throw malformed(what);
  try {
    return quantityToNumber(value);
  } catch (cause) {
    throw new AppError('node_answer', `The node answered with a malformed ${what}.`, { cause });
  }
}
