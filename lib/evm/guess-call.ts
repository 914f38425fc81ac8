import { type AbiFunction, decodeAbiParameters, encodeAbiParameters, parseAbi } from 'viem';
import { type DecodedCall, decodeCall } from './abi';
import { bufferToHex, type Hex } from './hex';
import { GUESSES } from './interfaces/guesses';
import { BUILT_IN, findFunctions, indexSignatures, type Signatures } from './signatures';

const SIGNATURES = indexSignatures(parseAbi([...new Set(GUESSES)]));
const SELECTOR_LENGTH = 4;
/** Bounds the re-encoding cost; lists decode many calls. */
const MAX_INPUT = 16 * 1024;

/** Guesses a call from well-known functions: the only one whose arguments re-encode to the exact input. */
export function guessCall(input: Buffer): DecodedCall | undefined {
  const matches = input.length > MAX_INPUT ? [] : listExact(input, SIGNATURES);
  return matches.length === 1 ? matches[0] : undefined;
}

/** Decodes a call with a built-in function, else a guessed one, if its arguments re-encode to the exact input. */
export function decodeExactCall(input: Buffer): DecodedCall | undefined {
  return listExact(input, BUILT_IN)[0] ?? guessCall(input);
}

function listExact(input: Buffer, signatures: Signatures): DecodedCall[] {
  const encoded = bufferToHex(input.subarray(SELECTOR_LENGTH));
  return findFunctions(input.subarray(0, SELECTOR_LENGTH), signatures).flatMap((item) => {
    // decodeCall first: unlike viem it bounds overlapping offsets.
    const call = decodeCall(input, item);
    return call && isExact(item, encoded) ? [call] : [];
  });
}

function isExact({ inputs }: AbiFunction, encoded: Hex): boolean {
  if (inputs.length === 0) return encoded === '0x';
  try {
    return encodeAbiParameters(inputs, decodeAbiParameters(inputs, encoded)) === encoded;
  } catch {
    return false;
  }
}
