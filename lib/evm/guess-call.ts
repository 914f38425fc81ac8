import { decodeAbiParameters, encodeAbiParameters, parseAbi } from 'viem';
import { type DecodedCall, decodeCall } from './abi';
import { bufferToHex } from './hex';
import { GUESSES } from './interfaces/guesses';
import { findFunctions, indexSignatures } from './signatures';

const KNOWN = indexSignatures(parseAbi([...new Set(GUESSES)]));
const SELECTOR_LENGTH = 4;
/** Nobody writes more by hand, and what is encoded again costs time. */
const LONGEST_INPUT = 64 * 1024;

/**
 * The call that `input` may make, by a list of functions of well-known protocols: for contracts whose interface is not
 * known. Only one whose arguments are the input to the last byte; undefined when there is none, or more than one.
 */
export function guessCall(input: Buffer): DecodedCall | undefined {
  if (input.length > LONGEST_INPUT) return undefined;
  const given = bufferToHex(input.subarray(SELECTOR_LENGTH));
  const fitting = findFunctions(input.subarray(0, SELECTOR_LENGTH), KNOWN).filter(({ inputs }) => {
    if (inputs.length === 0) return given === '0x';
    try {
      return encodeAbiParameters(inputs, decodeAbiParameters(inputs, given)) === given;
    } catch {
      return false;
    }
  });
  const [only] = fitting;
  return only && fitting.length === 1 ? decodeCall(input, only) : undefined;
}
