/** Amounts from here on are unlimited: contracts that count down from the largest one stay above it. */
const ENOUGH = 2n ** 255n;
/** The largest values of the narrower types that allowances have, which contracts take for "no limit". */
const LARGEST: ReadonlySet<bigint> = new Set([96n, 128n, 160n].map((bits) => 2n ** bits - 1n));

/** Whether an allowance, in a token's smallest unit, is unlimited: at least 2^255, or the largest uint96, 128 or 160. */
export function isUnlimited(allowance: bigint): boolean {
  return allowance >= ENOUGH || LARGEST.has(allowance);
}
