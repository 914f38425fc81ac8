import { type AbiFunction, decodeAbiParameters, encodeAbiParameters, parseAbi } from 'viem';
import { type AbiError, type DecodedCall, decodeCall } from './abi';
import { bufferToHex, type Hex } from './hex';
import { GUESSES } from './interfaces/guesses';
import { tableErrors, tableFunctions } from './signature-table';
import { BUILT_IN, findFunctions, indexSignatures } from './signatures';

/** A call whose arguments encode back to its bytes, by a built-in or well-known function, or a guessed one. */
export type ExactCall = Readonly<{ call: DecodedCall; source: 'known' | 'guess' }>;

const SIGNATURES = indexSignatures(parseAbi([...new Set(GUESSES)]));
const SELECTOR_LENGTH = 4;
/** Bounds the re-encoding cost; lists decode many calls. */
const MAX_INPUT = 16 * 1024;

/** Guesses a call from functions of widely used contracts: the likeliest whose arguments re-encode to the exact input. */
export function guessCall(input: Buffer): DecodedCall | undefined {
  if (input.length > MAX_INPUT) return undefined;
  const selector = input.subarray(0, SELECTOR_LENGTH);
  const items = [...findFunctions(selector, SIGNATURES), ...tableFunctions(selector.toString('hex'))];
  return findExact(input, items);
}

/** Decodes a call with a built-in function, else a guessed one, if its arguments re-encode to the exact input. */
export function decodeExactCall(input: Buffer): ExactCall | undefined {
  const known = findExact(input, findFunctions(input.subarray(0, SELECTOR_LENGTH), BUILT_IN));
  if (known) return { call: known, source: 'known' };
  const guess = guessCall(input);
  return guess && { call: guess, source: 'guess' };
}

/** The functions that a selector may stand for, the built-in ones first: selectors collide, so these are guesses. */
export function listCandidates(selector: Buffer): readonly AbiFunction[] {
  return [...findFunctions(selector, BUILT_IN), ...findFunctions(selector, SIGNATURES)];
}

/** The errors of widely used contracts whose arguments re-encode to exactly what a call returned. */
export function listTableErrors(output: Buffer): AbiError[] {
  if (output.length > MAX_INPUT) return [];
  const encoded = bufferToHex(output.subarray(SELECTOR_LENGTH));
  const items = tableErrors(output.toString('hex', 0, SELECTOR_LENGTH));
  return items.filter((item) => decodeCall(output, item) !== undefined && isExact(item, encoded));
}

/** The first of some functions that decodes a call and encodes back to its bytes. */
export function findExact(input: Buffer, items: readonly AbiFunction[]): DecodedCall | undefined {
  const encoded = bufferToHex(input.subarray(SELECTOR_LENGTH));
  for (const item of items) {
    // decodeCall first: unlike viem it bounds overlapping offsets.
    const call = decodeCall(input, item);
    if (call && isExact(item, encoded)) return call;
  }
  return undefined;
}

function isExact({ inputs }: AbiFunction | AbiError, encoded: Hex): boolean {
  if (inputs.length === 0) return encoded === '0x';
  try {
    return encodeAbiParameters(inputs, decodeAbiParameters(inputs, encoded)) === encoded;
  } catch {
    return false;
  }
}
