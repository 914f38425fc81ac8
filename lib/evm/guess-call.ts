import { type AbiFunction, decodeAbiParameters, encodeAbiParameters, parseAbi } from 'viem';
import { type DecodedCall, decodeCall } from './abi';
import { bufferToHex, type Hex } from './hex';
import { GUESSES } from './interfaces/guesses';
import { findFunctions, indexSignatures } from './signatures';

const KNOWN = indexSignatures(parseAbi([...new Set(GUESSES)]));
const SELECTOR_LENGTH = 4;
/** What is encoded again costs time, and a page lists many calls. */
const MAX_INPUT = 16 * 1024;

/**
 * The call that `input` may make, by a list of functions of well-known protocols: for contracts whose interface is not
 * known. Only one whose arguments are the input to the last byte; undefined when there is none, or more than one.
 */
export function guessCall(input: Buffer): DecodedCall | undefined {
  if (input.length > MAX_INPUT) return undefined;
  const given = bufferToHex(input.subarray(SELECTOR_LENGTH));
  const fitting = findFunctions(input.subarray(0, SELECTOR_LENGTH), KNOWN).flatMap((item) => {
    // first: it reads overlapping offsets no further than the input is long, which viem does not
    const call = decodeCall(input, item);
    return call && isWhole(item, given) ? [call] : [];
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** Whether the arguments, encoded again, give the same bytes. */
function isWhole({ inputs }: AbiFunction, given: Hex): boolean {
  if (inputs.length === 0) return given === '0x';
  try {
    return encodeAbiParameters(inputs, decodeAbiParameters(inputs, given)) === given;
  } catch {
    return false;
  }
}
