import type { AbiParameter } from 'viem';
import { bufferToAddress, bufferToBigint, bufferToHex } from './hex';
import { readSmallUint, readWord, WORD } from './words';

/** A decoded value in the API's form: text, or nested lists for arrays and tuples. */
export type AbiValue = string | readonly AbiValue[];

/** A parsed ABI type. `headSize` is its size in the enclosing head, in bytes. */
export type AbiType = Readonly<{ headSize: number; isDynamic: boolean }> &
  (
    | Readonly<{ kind: 'word'; format: (word: Buffer) => string | undefined }>
    | Readonly<{ kind: 'bytes'; format: (bytes: Buffer) => string }>
    | Readonly<{ kind: 'array'; item: AbiType; length: number | undefined }>
    | Readonly<{ kind: 'tuple'; items: readonly AbiType[] }>
  );

/** Data and the bytes that may still be read; the budget bounds the work of overlapping offsets. */
type Source = { readonly data: Buffer; budget: number };

const MAX_NESTING = 16;
// Honest encodings read each byte once; handwritten ones may share an empty value.
const MAX_REREADS = 4;
const MAX_LENGTH = 2 ** 32;

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Parses a parameter's type; undefined when it is unknown (also fixed-point) or nested too deep. */
export function readAbiType(parameter: AbiParameter, depth = 0): AbiType | undefined {
  if (depth > MAX_NESTING) return undefined;
  const array = /^(.+)\[(\d*)\]$/.exec(parameter.type);
  if (array?.[1] !== undefined) {
    const item = readAbiType({ ...parameter, type: array[1] }, depth + 1);
    return item && arrayType(item, array[2] ? Number(array[2]) : undefined);
  }
  if (parameter.type === 'tuple') {
    const components = 'components' in parameter ? parameter.components : [];
    const items = components.flatMap((component) => readAbiType(component, depth + 1) ?? []);
    return items.length === components.length ? tupleType(items) : undefined;
  }
  return elementaryType(parameter.type);
}

/** Decodes ABI-encoded values in linear time, ignoring trailing bytes; undefined when the data does not match. */
export function decodeAbiValues(types: readonly AbiType[], data: Buffer): AbiValue[] | undefined {
  return readItems({ data, budget: MAX_REREADS * data.length + WORD }, types, 0);
}

/** Decodes a single word or topic; undefined when the type does not fit in one. */
export function decodeAbiWord(type: AbiType, word: Buffer): string | undefined {
  return type.kind === 'word' && word.length === WORD ? type.format(word) : undefined;
}

function arrayType(item: AbiType, length: number | undefined): AbiType | undefined {
  if (length === undefined) return { kind: 'array', item, length, isDynamic: true, headSize: WORD };
  if (length > MAX_LENGTH) return undefined;
  const { isDynamic } = item;
  return { kind: 'array', item, length, isDynamic, headSize: isDynamic ? WORD : length * item.headSize };
}

function tupleType(items: readonly AbiType[]): AbiType {
  const isDynamic = items.some((item) => item.isDynamic);
  const size = items.reduce((sum, item) => sum + item.headSize, 0);
  return { kind: 'tuple', items, isDynamic, headSize: isDynamic ? WORD : size };
}

function elementaryType(name: string): AbiType | undefined {
  if (name === 'bytes') return { kind: 'bytes', format: bufferToHex, isDynamic: true, headSize: WORD };
  if (name === 'string') return { kind: 'bytes', format: formatText, isDynamic: true, headSize: WORD };
  const format = wordFormat(name);
  return format && { kind: 'word', format, isDynamic: false, headSize: WORD };
}

function wordFormat(name: string): ((word: Buffer) => string | undefined) | undefined {
  if (name === 'address') return (word) => bufferToAddress(word.subarray(12));
  if (name === 'bool') return formatBool;
  if (name === 'function') return (word) => bufferToHex(word.subarray(0, 24));
  const [, kind, digits] = /^(u?int|bytes)(\d*)$/.exec(name) ?? [];
  const size = digits ? Number(digits) : 256;
  if (kind === 'bytes' && size >= 1 && size <= WORD) return (word) => bufferToHex(word.subarray(0, size));
  if (kind === 'bytes' || kind === undefined || size < 8 || size > 256 || size % 8 !== 0) return undefined;
  if (kind === 'uint') return (word) => BigInt.asUintN(size, bufferToBigint(word)).toString();
  return (word) => BigInt.asIntN(size, bufferToBigint(word)).toString();
}

function formatBool(word: Buffer): string | undefined {
  const value = bufferToBigint(word);
  if (value === 0n) return 'false';
  return value === 1n ? 'true' : undefined;
}

function formatText(bytes: Buffer): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    return bufferToHex(bytes);
  }
}

/** Reads consecutive values; their offsets are relative to `base`. */
function readItems(source: Source, types: readonly AbiType[], base: number): AbiValue[] | undefined {
  const values: AbiValue[] = [];
  let head = base;
  for (const type of types) {
    const value = readItem(source, type, { head, base });
    if (value === undefined) return undefined;
    values.push(value);
    head += type.headSize;
  }
  return values;
}

function readItem(
  source: Source,
  type: AbiType,
  { head, base }: { head: number; base: number },
): AbiValue | undefined {
  // Zero-size types such as uint256[0] must cost something.
  source.budget -= 1;
  if (source.budget < 0) return undefined;
  if (!type.isDynamic) return readValue(source, type, head);
  const offset = readSmallUint(source.data, head);
  source.budget -= WORD;
  return offset === undefined ? undefined : readValue(source, type, base + offset);
}

function readValue(source: Source, type: AbiType, position: number): AbiValue | undefined {
  if (type.kind === 'tuple') return readItems(source, type.items, position);
  if (type.kind === 'array') return readArray(source, type, position);
  if (type.kind === 'bytes') return readBytes(source, type.format, position);
  source.budget -= WORD;
  const word = source.budget < 0 ? undefined : readWord(source.data, position);
  return word && type.format(word);
}

function readArray(
  source: Source,
  { item, length }: Extract<AbiType, { kind: 'array' }>,
  position: number,
): AbiValue[] | undefined {
  const count = length ?? readSmallUint(source.data, position);
  if (count === undefined) return undefined;
  const base = length === undefined ? position + WORD : position;
  const values: AbiValue[] = [];
  for (let index = 0; index < count; index += 1) {
    const value = readItem(source, item, { head: base + index * item.headSize, base });
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

function readBytes(source: Source, format: (bytes: Buffer) => string, position: number): string | undefined {
  const length = readSmallUint(source.data, position);
  if (length === undefined) return undefined;
  const start = position + WORD;
  source.budget -= WORD + length;
  if (source.budget < 0 || start + length > source.data.length) return undefined;
  return format(source.data.subarray(start, start + length));
}
