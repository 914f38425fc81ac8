import { type AbiFunction, decodeAbiParameters, encodeAbiParameters, parseAbi } from 'viem';
import { type DecodedCall, decodeCall } from './abi';
import { bufferToHex, type Hex } from './hex';
import { GUESSES } from './interfaces/guesses';
import { findFunctions, indexSignatures } from './signatures';

const SIGNATURES = indexSignatures(parseAbi([...new Set(GUESSES)]));
const SELECTOR_LENGTH = 4;
/** Bounds the re-encoding cost; lists decode many calls. */
const MAX_INPUT = 16 * 1024;

/** Guesses a call from well-known functions: the only one whose arguments re-encode to the exact input. */
export function guessCall(input: Buffer): DecodedCall | undefined {
  if (input.length > MAX_INPUT) return undefined;
  const encoded = bufferToHex(input.subarray(SELECTOR_LENGTH));
  const matches = findFunctions(input.subarray(0, SELECTOR_LENGTH), SIGNATURES).flatMap((item) => {
    // decodeCall first: unlike viem it bounds overlapping offsets.
    const call = decodeCall(input, item);
    return call && isExact(item, encoded) ? [call] : [];
  });
  return matches.length === 1 ? matches[0] : undefined;
}

function isExact({ inputs }: AbiFunction, encoded: Hex): boolean {
  if (inputs.length === 0) return encoded === '0x';
  try {
    return encodeAbiParameters(inputs, decodeAbiParameters(inputs, encoded)) === encoded;
  } catch {
    return false;
  }
}
