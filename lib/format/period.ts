import { MONTHS } from './time';

type DatedPeriod = Readonly<{ date: string; date_to: string }>;

/** Names of resolutions, singular and plural. */
export const PERIOD_NAMES = {
  DAY: { one: 'day', many: 'days' },
  WEEK: { one: 'week', many: 'weeks' },
  MONTH: { one: 'month', many: 'months' },
  YEAR: { one: 'year', many: 'years' },
} as const;
/** A chart resolution. */
export type PeriodName = keyof typeof PERIOD_NAMES;

/** A day as "19 Nov 2026"; invalid input unchanged. */
export function formatDay(day: string): string {
  const { year, month, date } = parts(day);
  return month === undefined ? day : `${date} ${month} ${year}`;
}

/** A period by resolution: "19 Nov 2026", "16 – 22 Nov 2026", "Nov 2026", "2026". */
export function formatPeriod({ date, date_to }: DatedPeriod, resolution: PeriodName): string {
  const [first, last] = [parts(date), parts(date_to)];
  if (first.month === undefined || last.month === undefined) return date;
  switch (resolution) {
    case 'DAY':
      return formatDay(date);
    case 'WEEK': {
      const isSameYear = first.year === last.year;
      const isSameMonth = isSameYear && first.month === last.month;
      const start = `${first.date}${isSameMonth ? '' : ` ${first.month}`}${isSameYear ? '' : ` ${first.year}`}`;
      return `${start} – ${formatDay(date_to)}`;
    }
    case 'MONTH':
      return `${first.month} ${first.year}`;
    case 'YEAR':
      return String(first.year);
  }
}

/** An axis label for a period's first day; `isLong` for ranges above about a year. */
export function formatAxisDay(day: string, resolution: PeriodName, isLong: boolean): string {
  const { year, month, date } = parts(day);
  if (month === undefined || resolution === 'YEAR') return String(year);
  return isLong || resolution === 'MONTH' ? `${month} ${year}` : `${date} ${month}`;
}

function parts(day: string): { year: number; month: string | undefined; date: number } {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return { year, month: MONTHS[month - 1], date };
}
