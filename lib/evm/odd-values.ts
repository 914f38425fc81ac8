import type { DecodedParameter } from './abi';
import type { AbiValue } from './abi-values';

/** Bounds the work of long arrays. */
const MAX_VALUES = 200;
const LARGE = 2n ** 200n;
const MASKS = new Set([96n, 128n, 160n, 255n, 256n].map((bits) => 2n ** bits - 1n));
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is odd
const UNREADABLE = /[\u0000-\u0008\u000e-\u001f\u007f\ufffd]/;

/**
 * How many decoded values are unlike what people send: addresses that begin or end with eight zero bytes, amounts above
 * 2^200 that mean no limit, texts with control characters. Of two functions of one selector, the other one is likelier.
 */
export function countOddValues(parameters: readonly DecodedParameter[]): number {
  const budget = { left: MAX_VALUES };
  return parameters.reduce((sum, { type, value }) => sum + countOdd(type, value, budget), 0);
}

function countOdd(type: string, value: AbiValue, budget: { left: number }): number {
  if (budget.left <= 0) return 0;
  if (typeof value === 'string') {
    budget.left -= 1;
    return isOdd(type, value) ? 1 : 0;
  }
  const [, item] = /^(.*)\[\d*\]$/s.exec(type) ?? [];
  // the parts of a tuple are not separated here
  return item === undefined ? 0 : value.reduce((sum, one) => sum + countOdd(item, one, budget), 0);
}

function isOdd(type: string, value: string): boolean {
  if (type === 'address') return /^0x(?!0{40})(0{16}|.{24}0{16})/.test(value);
  if (type === 'string') return UNREADABLE.test(value);
  if (!/^u?int/.test(type)) return false;
  const number = BigInt(value);
  return (number < 0n ? -number : number) > LARGE && !MASKS.has(number);
}
