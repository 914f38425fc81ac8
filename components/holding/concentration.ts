import { parseInteger } from '@/lib/format/amount';

type Holding = Readonly<{ value: string | null }>;

/**
 * Share of the `count` largest holders, in hundredths of a percent of the supply, rounded down; undefined if a balance or
 * the supply is unknown, or they are inconsistent.
 */
export function shareOfLargest(
  holders: readonly Holding[],
  supply: string | null,
  count: number,
): number | undefined {
  const whole = parseInteger(supply);
  const values = holders.slice(0, count).map(({ value }) => parseInteger(value));
  if (whole === undefined || whole <= 0n || values.length === 0) return undefined;
  let sum = 0n;
  for (const value of values) {
    if (value === undefined) return undefined;
    sum += value;
  }
  return sum > whole ? undefined : Number((sum * 10_000n) / whole);
}
