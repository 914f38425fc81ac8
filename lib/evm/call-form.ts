import type { Abi, AbiFunction, AbiParameter } from 'viem';
import { BaseError } from 'viem';
import { decodeFunctionData, encodeFunctionData } from 'viem/utils';
import { itemSelector } from './abi';
import { readAbiItems } from './abi-json';
import { type AbiArgument, AbiTextError, parseAbiText } from './abi-text';
import type { Hex } from './hex';

/** A function of a contract with its selector; `isRead` when a call of it changes nothing. */
export type ContractFunction = Readonly<{ item: AbiFunction; selector: Hex; isRead: boolean }>;
/** A field of the form of a call: a parameter, or one of a struct, named by its places: `1.0`. */
export type CallField = Readonly<{ place: string; label: string; parameter: AbiParameter }>;
/** Calldata, or the problems of fields, by their places. */
export type EncodedCall = Readonly<{ data: Hex } | { problems: ReadonlyMap<string, string> }>;

const MAX_FUNCTIONS = 1_000;

/** The functions of an ABI as JSON, in its order, without malformed entries and repeated selectors. */
export function listFunctions(abi: unknown): ContractFunction[] {
  const known = new Map<string, ContractFunction>();
  for (const item of readAbiItems(abi) ?? []) {
    if (item.type !== 'function' || known.size >= MAX_FUNCTIONS) continue;
    const raw: Readonly<Record<string, unknown>> = { ...item };
    const [returned] = readAbiItems([{ ...item, inputs: raw.outputs ?? [] }]) ?? [];
    if (returned?.type !== 'function') continue;
    const whole = { ...item, outputs: returned.inputs };
    const isRead = /^(view|pure)$/.test(item.stateMutability) || raw.constant === true;
    const selector = itemSelector(item);
    if (!known.has(selector)) known.set(selector, { item: whole, selector, isRead });
  }
  return [...known.values()];
}

/** The errors of an ABI as JSON. */
export function listErrors(abi: unknown): Extract<Abi[number], { type: 'error' }>[] {
  return (readAbiItems(abi) ?? []).flatMap((item) => (item.type === 'error' ? [item] : []));
}

/** The fields of a function's form: one for each parameter that is no struct, and for each of a struct. */
export function listFields(inputs: readonly AbiParameter[], prefix = { place: '', label: '' }): CallField[] {
  return inputs.flatMap((parameter, at) => {
    const place = `${prefix.place}${at}`;
    const label = `${prefix.label}${parameter.name || `#${at}`}`;
    return parameter.type === 'tuple' && 'components' in parameter
      ? listFields(parameter.components, { place: `${place}.`, label: `${label}.` })
      : [{ place, label, parameter }];
  });
}

/** Encodes a call by the texts of its fields, by their places; a text that is missing is empty. */
export function encodeCall(item: AbiFunction, texts: ReadonlyMap<string, string>): EncodedCall {
  const problems = new Map<string, string>();
  const read = (inputs: readonly AbiParameter[], prefix: string): AbiArgument[] =>
    inputs.map((parameter, at) => {
      const place = `${prefix}${at}`;
      if (parameter.type === 'tuple' && 'components' in parameter)
        return read(parameter.components, `${place}.`);
      try {
        return parseAbiText(parameter, texts.get(place) ?? '');
      } catch (error) {
        if (!(error instanceof AbiTextError)) throw error;
        problems.set(place, error.message);
        return '';
      }
    });
  const args = read(item.inputs, '');
  if (problems.size > 0) return { problems };
  return { data: encodeFunctionData({ abi: [item], functionName: item.name, args }) };
}

/** The texts of the fields for a call as encoded, by their places; undefined where they would not lead back to it. */
export function textsOfCall(item: AbiFunction, data: Hex): ReadonlyMap<string, string> | undefined {
  try {
    const { args = [] } = decodeFunctionData({ abi: [item], data });
    const texts = new Map(listTexts(item.inputs, args, ''));
    const encoded = encodeCall(item, texts);
    return 'data' in encoded && encoded.data === data.toLowerCase() ? texts : undefined;
  } catch (error) {
    // not a call of it
    if (error instanceof BaseError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function listTexts(
  inputs: readonly AbiParameter[],
  values: readonly unknown[],
  prefix: string,
): (readonly [string, string])[] {
  return inputs.flatMap((parameter, at) => {
    const [place, value] = [`${prefix}${at}`, values[at]];
    if (parameter.type !== 'tuple' || !('components' in parameter)) return [[place, toText(value)] as const];
    const fields: Readonly<Record<string, unknown>> = { ...Object(value) };
    const inner = parameter.components.map(({ name }, index) => fields[name ?? ''] ?? fields[index]);
    return listTexts(parameter.components, inner, `${place}.`);
  });
}

function toText(value: unknown): string {
  if (typeof value !== 'object') return String(value);
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner));
}

/** Parses an amount of the coin, such as 0.5, as wei; empty text is 0. Undefined when invalid. */
export function parseAmount(text: string): bigint | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return 0n;
  try {
    const value = parseAbiText(
      { type: 'uint256' },
      /^[\d.,_]+$/.test(trimmed) ? `${trimmed} ether` : trimmed,
    );
    return typeof value === 'bigint' ? value : undefined;
  } catch (error) {
    if (error instanceof AbiTextError) return undefined;
    throw error;
  }
}
