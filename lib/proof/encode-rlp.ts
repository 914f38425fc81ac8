/** An RLP item: bytes, an unsigned integer (big-endian without leading zeros, zero as no bytes), or a list. */
export type RlpItem = Uint8Array | bigint | number | readonly RlpItem[];

/** Where the RLP of bytes and of lists begins; longer than 55 bytes, the length has bytes of its own. */
const BYTES = 0x80;
const LIST = 0xc0;
const MAX_SHORT = 55;
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** The RLP of a list, after the byte of its type if it has one (EIP-2718). */
export function encodeList(items: readonly RlpItem[], type = 0): Buffer {
  const values = items.map(toValue);
  const payload = sizeOfAll(values);
  const { target, at } = openList(payload, type);
  writeAll(target, values, at);
  return target;
}

/** The items of a list one after the other, as `joinList` takes them. */
export function encodeItems(items: readonly RlpItem[]): Buffer {
  const values = items.map(toValue);
  const target = Buffer.allocUnsafe(sizeOfAll(values));
  writeAll(target, values, 0);
  return target;
}

/** The RLP of a list whose items are encoded already, after the byte of its type if it has one. */
export function joinList(encoded: readonly Uint8Array[], type = 0): Buffer {
  let payload = 0;
  for (const item of encoded) payload += item.length;
  const { target, at } = openList(payload, type);
  let to = at;
  for (const item of encoded) {
    copyBytes(target, item, to);
    to += item.length;
  }
  return target;
}

/** Bytes for a list with `payload` bytes of items, which begin at `at`. */
function openList(payload: number, type: number): { target: Buffer; at: number } {
  const start = type === 0 ? 0 : 1;
  const target = Buffer.allocUnsafe(start + sizeOfPrefix(payload) + payload);
  if (start === 1) target[0] = type;
  return { target, at: writePrefix(target, { base: LIST, length: payload, at: start }) };
}

/** Integers that fit a double stay one: making bytes of them first takes longer than all else. */
type Value = Uint8Array | number | readonly Value[];

function toValue(item: RlpItem): Value {
  if (item instanceof Uint8Array || typeof item === 'number') return item;
  return typeof item === 'object' ? item.map(toValue) : toIntegerValue(item);
}

function toIntegerValue(value: bigint): Value {
  if (value <= MAX_SAFE) return Number(value);
  const digits = value.toString(16);
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
}

function sizeOf(value: Value): number {
  if (typeof value === 'number') return value < BYTES ? 1 : 1 + countBytes(value);
  if (value instanceof Uint8Array) return isItself(value) ? 1 : sizeOfPrefix(value.length) + value.length;
  const payload = sizeOfAll(value);
  return sizeOfPrefix(payload) + payload;
}

function countBytes(integer: number): number {
  let count = 0;
  for (let rest = integer; rest >= 1; rest /= 256) count += 1;
  return count;
}

function sizeOfAll(values: readonly Value[]): number {
  let size = 0;
  for (const value of values) size += sizeOf(value);
  return size;
}

/** A byte below 0x80 is its own encoding. */
function isItself(bytes: Uint8Array): boolean {
  return bytes.length === 1 && (bytes[0] ?? BYTES) < BYTES;
}

function sizeOfPrefix(length: number): number {
  return length > MAX_SHORT ? 1 + countBytes(length) : 1;
}

/** Returns where the payload begins. */
function writePrefix(
  target: Buffer,
  { base, length, at }: Readonly<{ base: number; length: number; at: number }>,
): number {
  const size = sizeOfPrefix(length);
  if (length <= MAX_SHORT) {
    target[at] = base + length;
    return at + 1;
  }
  target[at] = base + MAX_SHORT + size - 1;
  for (let to = at + size - 1, rest = length; to > at; to -= 1, rest = Math.floor(rest / 256))
    target[to] = rest % 256;
  return at + size;
}

/** Returns where the value ends. */
function write(target: Buffer, value: Value, at: number): number {
  if (typeof value === 'number') return writeInteger(target, value, at);
  if (!(value instanceof Uint8Array))
    return writeAll(target, value, writePrefix(target, { base: LIST, length: sizeOfAll(value), at }));
  const start = isItself(value) ? at : writePrefix(target, { base: BYTES, length: value.length, at });
  copyBytes(target, value, start);
  return start + value.length;
}

function writeInteger(target: Buffer, integer: number, at: number): number {
  if (integer < BYTES) {
    target[at] = integer === 0 ? BYTES : integer;
    return at + 1;
  }
  const size = countBytes(integer);
  target[at] = BYTES + size;
  for (let to = at + size, rest = integer; to > at; to -= 1, rest = Math.floor(rest / 256))
    target[to] = rest % 256;
  return at + 1 + size;
}

/** The native copy costs more than it gains for an address or a hash. */
function copyBytes(target: Buffer, bytes: Uint8Array, at: number): void {
  if (bytes.length > MAX_SHORT) target.set(bytes, at);
  else for (let from = 0; from < bytes.length; from += 1) target[at + from] = bytes[from] ?? 0;
}

function writeAll(target: Buffer, values: readonly Value[], from: number): number {
  let at = from;
  for (const value of values) at = write(target, value, at);
  return at;
}
