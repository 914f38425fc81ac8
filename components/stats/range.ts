/** How far back charts go from the newest block. */
export const RANGES = ['1M', '3M', '6M', '1Y', 'All'] as const;
/** How far back charts go from the newest block. */
export type Range = (typeof RANGES)[number];

/** What is shown when nothing was chosen. */
export const DEFAULT_RANGE: Range = '3M';
/** What ranges are called where there is room. */
export const RANGE_NAMES: Readonly<Record<Range, string>> = {
  '1M': 'one month',
  '3M': 'three months',
  '6M': 'six months',
  '1Y': 'one year',
  All: 'all data',
};

const MONTHS: Readonly<Record<Range, number | undefined>> = {
  '1M': 1,
  '3M': 3,
  '6M': 6,
  '1Y': 12,
  All: undefined,
};

/** The range that a text names, in any case; undefined for any other text. */
export function parseRange(text: string | undefined): Range | undefined {
  return RANGES.find((range) => range.toLowerCase() === text?.toLowerCase());
}

/** The first day of a range that ends with `last` (both `YYYY-MM-DD`); undefined for all there is. */
export function rangeStart(range: Range, last: string): string | undefined {
  const months = MONTHS[range];
  if (months === undefined) return undefined;
  const [year = 0, month = 0, day = 0] = last.split('-').map(Number);
  // the 31st of a month without one is its last day
  const length = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 - months, Math.min(day, length))).toISOString().slice(0, 10);
}
