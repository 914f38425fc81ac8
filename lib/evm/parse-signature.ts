import type { AbiParameter } from 'viem';

/** A function, event or error by its name and types, without names of parameters. */
export type Signature = Readonly<{
  name: string;
  inputs: readonly AbiParameter[];
  /** As it is hashed: `transfer(address,uint256)`. */
  text: string;
}>;

const MAX_LENGTH = 1_000;
const MAX_NAME = 128;
const MAX_PARAMETERS = 64;
const MAX_DEPTH = 8;
const NAME = /^[A-Za-z_$][\w$]*/;
const ARRAYS = /^(\[(0|[1-9]\d{0,5})?\]){0,8}/;
const WORD = /^[a-z]+\d*/;
const SIZED = /^(u?int|bytes)(\d+)$/;
const PLAIN: ReadonlyMap<string, string> = new Map([
  ...['address', 'bool', 'string', 'bytes', 'function'].map((type) => [type, type] as const),
  ['int', 'int256'],
  ['uint', 'uint256'],
]);

/**
 * Parses a signature of types alone, such as `fill((address,uint256)[],bytes)`; `uint` is `uint256`. Undefined for any
 * other text, names of parameters included, and beyond 1,000 characters, 64 parameters or tuples 8 deep. Unlike viem's
 * parser it keeps nothing of what it read: dumps have millions of signatures.
 */
export function parseSignature(text: string): Signature | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [name] = NAME.exec(text) ?? [];
  if (name === undefined || name.length > MAX_NAME || text[name.length] !== '(') return undefined;
  const reader = { text, at: name.length, parameters: 0 };
  const inputs = readTuple(reader, 0);
  if (inputs === undefined || reader.at !== text.length) return undefined;
  return { name, inputs, text: `${name}${typesOf(inputs)}` };
}

type Reader = { readonly text: string; at: number; parameters: number };

/** Reads `(types)`. */
function readTuple(reader: Reader, depth: number): AbiParameter[] | undefined {
  if (depth > MAX_DEPTH || !take(reader, '(')) return undefined;
  const inputs: AbiParameter[] = [];
  if (take(reader, ')')) return depth === 0 ? inputs : undefined;
  do {
    const input = readType(reader, depth);
    reader.parameters += 1;
    if (input === undefined || reader.parameters > MAX_PARAMETERS) return undefined;
    inputs.push(input);
  } while (take(reader, ','));
  return take(reader, ')') ? inputs : undefined;
}

function readType(reader: Reader, depth: number): AbiParameter | undefined {
  if (reader.text[reader.at] === '(') {
    const components = readTuple(reader, depth + 1);
    return components && { type: `tuple${match(reader, ARRAYS)}`, components };
  }
  const type = canonicalOf(match(reader, WORD));
  return type === undefined ? undefined : { type: `${type}${match(reader, ARRAYS)}` };
}

function canonicalOf(word: string): string | undefined {
  const plain = PLAIN.get(word);
  if (plain !== undefined) return plain;
  const [, kind, digits = ''] = SIZED.exec(word) ?? [];
  const size = Number(digits);
  if (kind === undefined || digits.startsWith('0')) return undefined;
  const isValid = kind === 'bytes' ? size <= 32 : size <= 256 && size % 8 === 0;
  return isValid ? word : undefined;
}

function take(reader: Reader, letter: string): boolean {
  if (reader.text[reader.at] !== letter) return false;
  reader.at += 1;
  return true;
}

/** What a pattern matches from here on; empty for nothing. */
function match(reader: Reader, pattern: RegExp): string {
  // no type and no arrays are longer
  const [found = ''] = pattern.exec(reader.text.slice(reader.at, reader.at + 80)) ?? [];
  reader.at += found.length;
  return found;
}

function typesOf(inputs: readonly AbiParameter[]): string {
  return `(${inputs.map(typeOf).join(',')})`;
}

function typeOf(input: AbiParameter): string {
  if (!('components' in input)) return input.type;
  return `${typesOf(input.components)}${input.type.slice('tuple'.length)}`;
}
