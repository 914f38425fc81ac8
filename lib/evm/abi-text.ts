import type { AbiParameter } from 'viem';
import { isAddress } from 'viem/utils';

/** A value as the ABI encoder takes it. */
export type AbiArgument = string | bigint | boolean | readonly AbiArgument[];

/** Input that is not a valid value of the type; the message is a sentence for the visitor. */
export class AbiTextError extends Error {}

const MAX_ITEMS = 1_000;
const MAX_DEPTH = 16;
const UNITS: Readonly<Record<string, number>> = { wei: 0, gwei: 9, ether: 18, eth: 18 };

/**
 * Parses a typed value: integers in decimal or hex, also grouped or in ether or gwei; arrays as JSON, or
 * one item a line; structs as JSON, by name or in order. Throws AbiTextError.
 */
export function parseAbiText(parameter: AbiParameter, text: string): AbiArgument {
  if (parameter.type === 'string') return text;
  const trimmed = text.trim();
  if (!/\]$/.test(parameter.type) && parameter.type !== 'tuple') return parseScalar(parameter.type, trimmed);
  return parseNested(parameter, readNested(trimmed), 0);
}

/** JSON, with numbers and hex kept as text; else lines, or values between commas. */
function readNested(text: string): unknown {
  if (text === '') return [];
  if (!/^[[{]/.test(text)) return text.split(/[\n,]/).flatMap((item) => item.trim() || []);
  // with what never ends, so that no quotation mark is looked at twice
  const quoted = text.replace(/"(?:[^"\\]|\\.)*"?|[\w.+-]+/g, (part) =>
    part.startsWith('"') ? part : JSON.stringify(part),
  );
  try {
    return JSON.parse(quoted);
  } catch {
    throw new AbiTextError('This is no JSON: lists are in [ ], structs in { } or [ ], text in " ".');
  }
}

function parseNested(parameter: AbiParameter, value: unknown, depth: number): AbiArgument {
  const { type } = parameter;
  if (depth > MAX_DEPTH) throw new AbiTextError('This is nested too deep.');
  const array = /^(.+)\[(\d*)\]$/.exec(type);
  if (array?.[1] !== undefined) {
    if (!Array.isArray(value)) throw new AbiTextError(`Expected a list for ${type}.`);
    if (array[2] !== '' && value.length !== Number(array[2]))
      throw new AbiTextError(`Expected ${array[2]} items, not ${value.length}.`);
    if (value.length > MAX_ITEMS) throw new AbiTextError(`At most ${MAX_ITEMS} items.`);
    const item = { ...parameter, type: array[1] };
    return value.map((inner) => parseNested(item, inner, depth + 1));
  }
  if (type === 'tuple') return parseStruct(parameter, value, depth);
  if (typeof value !== 'string') throw new AbiTextError(`Expected a single value for ${type}.`);
  return type === 'string' ? value : parseScalar(type, value.trim());
}

function parseStruct(parameter: AbiParameter, value: unknown, depth: number): AbiArgument {
  const components = 'components' in parameter ? parameter.components : [];
  const isList = Array.isArray(value);
  if (typeof value !== 'object' || value === null || (isList && value.length !== components.length))
    throw new AbiTextError(`Expected a struct of ${components.length} fields.`);
  const byName = new Map(Object.entries(value));
  return components.map((component, at) => {
    const field = byName.get(isList ? String(at) : (component.name ?? ''));
    if (field === undefined) throw new AbiTextError(`The field ${component.name || at} is missing.`);
    return parseNested(component, field, depth + 1);
  });
}

function parseScalar(type: string, text: string): AbiArgument {
  if (type === 'string') return text;
  if (type === 'bool') return parseBool(text);
  if (type === 'address') return parseAddress(text);
  if (type.startsWith('bytes') || type === 'function') return parseBytes(type, text);
  const [, sign, digits] = /^(u?)int(\d*)$/.exec(type) ?? [];
  if (sign === undefined) throw new AbiTextError(`Values of the type ${type} cannot be written here.`);
  return parseInteger(text, { isSigned: sign === '', bits: Number(digits || 256) });
}

function parseBool(text: string): boolean {
  if (/^(true|1|yes)$/i.test(text)) return true;
  if (/^(false|0|no)$/i.test(text)) return false;
  throw new AbiTextError('Expected true or false.');
}

function parseAddress(text: string): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) throw new AbiTextError('Expected an address: 0x and 40 hex digits.');
  if (!/^0x([0-9a-f]{40}|[0-9A-F]{40})$/.test(text) && !isAddress(text))
    throw new AbiTextError('The capital letters of this address do not match: a digit may be mistyped.');
  return text.toLowerCase();
}

function parseBytes(type: string, text: string): string {
  const size = type === 'function' ? 24 : Number(type.slice('bytes'.length) || -1);
  const hex = text === '' && size < 0 ? '0x' : text;
  if (!/^0x([0-9a-fA-F]{2})*$/.test(hex))
    throw new AbiTextError('Expected bytes: 0x and hex digits in pairs.');
  const length = (hex.length - 2) / 2;
  if (size >= 0 && length !== size) throw new AbiTextError(`Expected ${size} bytes, not ${length}.`);
  return hex.toLowerCase();
}

function parseInteger(text: string, { isSigned, bits }: { isSigned: boolean; bits: number }): bigint {
  const value = readInteger(text);
  if (value === undefined)
    throw new AbiTextError('Expected an integer: decimal, hex after 0x, or an amount such as 1.5 ether.');
  const least = isSigned ? -(2n ** BigInt(bits - 1)) : 0n;
  const largest = 2n ** BigInt(isSigned ? bits - 1 : bits) - 1n;
  if (value < least)
    throw new AbiTextError(isSigned ? 'This is too small for its type.' : 'This must not be negative.');
  if (value > largest)
    throw new AbiTextError(`This is too large: at most 2^${isSigned ? bits - 1 : bits} − 1.`);
  return value;
}

function readInteger(text: string): bigint | undefined {
  if (text.length > 120) return undefined;
  if (/^0x[0-9a-fA-F]+$/.test(text)) return BigInt(text);
  const [, sign = '', whole, fraction = '', unit = 'wei'] =
    /^([-−]?)(\d{1,3}(?:[,_ \u202f\u00a0]\d{3})+|\d+)(?:\.(\d+))?\s*([a-z]+)?$/i.exec(text) ?? [];
  const decimals = UNITS[unit.toLowerCase()];
  if (whole === undefined || decimals === undefined) return undefined;
  const beyond = fraction.replace(/0+$/, '');
  if (beyond.length > decimals) return undefined;
  const value = BigInt(whole.replace(/\D/g, '') + beyond.padEnd(decimals, '0'));
  return sign === '' ? value : -value;
}
