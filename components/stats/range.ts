import { type Msg, msg } from '@/lib/language/t';

/** Chart ranges, counted back from the latest block. */
export const RANGES = ['1M', '3M', '6M', '1Y', 'All'] as const;
export type Range = (typeof RANGES)[number];

export const DEFAULT_RANGE: Range = '3M';
/** Ranges as they are shown; in URLs they are as in `RANGES`. */
export const RANGE_LABELS: Readonly<Record<Range, Msg>> = {
  '1M': msg('1M'),
  '3M': msg('3M'),
  '6M': msg('6M'),
  '1Y': msg('1Y'),
  All: msg('All'),
};
/** Long names of ranges. */
export const RANGE_NAMES: Readonly<Record<Range, Msg>> = {
  '1M': msg('one month'),
  '3M': msg('three months'),
  '6M': msg('six months'),
  '1Y': msg('one year'),
  All: msg('all data'),
};

const MONTHS: Readonly<Record<Range, number | undefined>> = {
  '1M': 1,
  '3M': 3,
  '6M': 6,
  '1Y': 12,
  All: undefined,
};

/** Case-insensitive; undefined if unknown. */
export function parseRange(text: string | undefined): Range | undefined {
  return RANGES.find((range) => range.toLowerCase() === text?.toLowerCase());
}

/** First day of a range ending at `last` (both `YYYY-MM-DD`); undefined for `All`. */
export function rangeStart(range: Range, last: string): string | undefined {
  const months = MONTHS[range];
  if (months === undefined) return undefined;
  const [year = 0, month = 0, day = 0] = last.split('-').map(Number);
  // clamp to the last day of a shorter month
  const length = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 - months, Math.min(day, length))).toISOString().slice(0, 10);
}
