import type { Abi } from 'viem';
import { isRecord } from './is-record';

/** An entry of an ABI. */
export type AbiItem = Abi[number];

const MAX_DEPTH = 16;
const MAX_PARAMETERS = 256;

/** The well-formed functions, events and errors of a parsed ABI or compiler artifact; undefined for neither. */
export function readAbiItems(json: unknown): AbiItem[] | undefined {
  const abi = isRecord(json) && 'abi' in json ? json.abi : json;
  return Array.isArray(abi) ? abi.filter(isDecodable) : undefined;
}

function isDecodable(item: unknown): item is AbiItem {
  if (!isRecord(item) || typeof item.name !== 'string' || !/^[\w$]{1,200}$/.test(item.name)) return false;
  if (item.type !== 'function' && item.type !== 'event' && item.type !== 'error') return false;
  return areParameters(item.inputs, 0);
}

function areParameters(list: unknown, depth: number): boolean {
  if (!Array.isArray(list) || list.length > MAX_PARAMETERS || depth > MAX_DEPTH) return false;
  return list.every((parameter) => isParameter(parameter, depth));
}

function isParameter(parameter: unknown, depth: number): boolean {
  if (!isRecord(parameter)) return false;
  const { name = '', type, components } = parameter;
  if (typeof name !== 'string' || !/^[\w$]{0,200}$/.test(name)) return false;
  if (typeof type !== 'string' || !/^[a-z]+\d*(\[\d*\]){0,16}$/.test(type)) return false;
  return type.startsWith('tuple') ? areParameters(components, depth + 1) : components === undefined;
}
