import { type AbiFunction, decodeAbiParameters, encodeAbiParameters } from 'viem';
import { type AbiError, type DecodedCall, decodeCall } from './abi';
import { isCallSuffix, isPadding } from './call-suffix';
import { bufferToHex, type Hex } from './hex';
import { countOddValues } from './odd-values';
import { BUILT_IN, findErrors, findFunctions, onlyGuesses, type Signatures } from './signatures';
import { WORD } from './words';

/** A call whose arguments encode back to its bytes, by a built-in or well-known function, or a guessed one. */
export type ExactCall = Readonly<{ call: DecodedCall; source: 'known' | 'guess' }>;

const SELECTOR_LENGTH = 4;
/** Bounds the re-encoding cost; lists decode many calls. */
const MAX_INPUT = 16 * 1024;
/** Where no argument is a list or a tuple, as of rollups that post a batch: bytes cost little. */
const MAX_FLAT_INPUT = 128 * 1024;
const NOT_FLAT = /\[|^tuple/;
/** More functions share a selector only by intent. */
const MAX_GUESSES = 8;

/** Guesses a call: the likeliest of `listCallGuesses`. */
export function guessCall(input: Buffer, sources: readonly Signatures[]): DecodedCall | undefined {
  return listCallGuesses(input, sources)[0];
}

/**
 * The calls that an input may be, the likeliest first: by each of the `sources` that are guesses; within one, those with
 * the fewest odd values. The arguments of each encode to the input again, except for an attribution suffix.
 */
export function listCallGuesses(input: Buffer, sources: readonly Signatures[]): DecodedCall[] {
  if (input.length > MAX_FLAT_INPUT) return [];
  const selector = input.subarray(0, SELECTOR_LENGTH);
  const found = new Map<string, DecodedCall>();
  for (const source of onlyGuesses(sources)) {
    const items = findFunctions(selector, source);
    const bounded = input.length > MAX_INPUT ? items.filter(isFlat) : items;
    const calls = bounded.flatMap((item) => findExact(input, [item]) ?? []);
    const ranked = calls.length < 2 ? calls : sortByOddness(calls);
    for (const call of ranked) {
      const key = `${call.method_call.split('(', 1)[0]}(${call.parameters.map(({ type }) => type).join()})`;
      if (!found.has(key) && found.size < MAX_GUESSES) found.set(key, call);
    }
  }
  return [...found.values()];
}

function isFlat({ inputs }: AbiFunction): boolean {
  return inputs.every(({ type }) => !NOT_FLAT.test(type));
}

function sortByOddness(calls: readonly DecodedCall[]): DecodedCall[] {
  return calls
    .map((call) => ({ call, odd: countOddValues(call.parameters) }))
    .sort((one, other) => one.odd - other.odd)
    .map(({ call }) => call);
}

/** Decodes a call with a built-in function, else a guessed one, if its arguments re-encode to the exact input. */
export function decodeExactCall(input: Buffer, sources: readonly Signatures[]): ExactCall | undefined {
  const known = findExact(input, findFunctions(input.subarray(0, SELECTOR_LENGTH), BUILT_IN));
  if (known) return { call: known, source: 'known' };
  const guess = guessCall(input, sources);
  return guess && { call: guess, source: 'guess' };
}

/** The errors of the `sources` that are guesses whose arguments re-encode to exactly what a call returned. */
export function listErrorGuesses(output: Buffer, sources: readonly Signatures[]): AbiError[] {
  if (output.length > MAX_INPUT || (output.length - SELECTOR_LENGTH) % WORD !== 0) return [];
  const selector = output.subarray(0, SELECTOR_LENGTH);
  const encoded = bufferToHex(output.subarray(SELECTOR_LENGTH));
  const items = onlyGuesses(sources).flatMap((source) => findErrors(selector, source));
  return items.filter((item) => decodeCall(output, item) !== undefined && isExact(item, encoded));
}

/** The first of some functions that decodes a call and re-encodes to its bytes, except for an attribution suffix. */
function findExact(input: Buffer, items: readonly AbiFunction[]): DecodedCall | undefined {
  const encoded = bufferToHex(input.subarray(SELECTOR_LENGTH));
  for (const item of items) {
    // decodeCall first: unlike viem it bounds overlapping offsets.
    const call = decodeCall(input, item);
    if (call && isCallOf(item, encoded)) return call;
  }
  return undefined;
}

/** A call of this function whose arguments re-encode to exactly the input. */
export function decodeStrictly(input: Buffer, item: AbiFunction): DecodedCall | undefined {
  const call = decodeCall(input, item);
  return call && isExact(item, bufferToHex(input.subarray(SELECTOR_LENGTH))) ? call : undefined;
}

/** Whether arguments are exactly these bytes, except for an attribution suffix or the padding of the last one. */
function isCallOf(item: AbiFunction, encoded: Hex): boolean {
  if (item.inputs.length === 0) return encoded === '0x';
  const exact = encodeAgain(item, encoded);
  if (exact === undefined || exact === encoded) return exact !== undefined;
  if (encoded.startsWith(exact)) return isCallSuffix(Buffer.from(encoded.slice(exact.length), 'hex'));
  return exact.startsWith(encoded) && isPadding(Buffer.from(exact.slice(encoded.length), 'hex'));
}

function isExact(item: AbiFunction | AbiError, encoded: Hex): boolean {
  return item.inputs.length === 0 ? encoded === '0x' : encodeAgain(item, encoded) === encoded;
}

function encodeAgain({ inputs }: AbiFunction | AbiError, encoded: Hex): Hex | undefined {
  try {
    return encodeAbiParameters(inputs, decodeAbiParameters(inputs, encoded));
  } catch {
    return undefined;
  }
}
