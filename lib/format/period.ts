import { msg } from '@/lib/language/t';
import { formatShortDay, writeDay, writeDays, writeMonth } from './time';

type DatedPeriod = Readonly<{ date: string; date_to: string }>;

/** Names of resolutions, and counts of them. */
export const PERIOD_NAMES = {
  DAY: { one: msg('day'), many: msg('{count, plural, one {# day} other {# days}}') },
  WEEK: { one: msg('week'), many: msg('{count, plural, one {# week} other {# weeks}}') },
  MONTH: { one: msg('month'), many: msg('{count, plural, one {# month} other {# months}}') },
  YEAR: { one: msg('year'), many: msg('{count, plural, one {# year} other {# years}}') },
} as const;
/** A chart resolution. */
export type PeriodName = keyof typeof PERIOD_NAMES;

/** A day as "19 Nov 2026"; invalid input unchanged. */
export function formatDay(day: string): string {
  const date = dateOf(day);
  return date === undefined ? day : writeDay(date);
}

/** A period by resolution: "19 Nov 2026", "16 – 22 Nov 2026", "Nov 2026", "2026". */
export function formatPeriod({ date, date_to }: DatedPeriod, resolution: PeriodName): string {
  const [first, last] = [dateOf(date), dateOf(date_to)];
  if (first === undefined || last === undefined) return date;
  switch (resolution) {
    case 'DAY':
      return writeDay(first);
    case 'WEEK':
      return writeDays(first, last);
    case 'MONTH':
      return writeMonth(first);
    case 'YEAR':
      return String(first.getUTCFullYear());
  }
}

/** An axis label for a period's first day; `isLong` for ranges above about a year. */
export function formatAxisDay(day: string, resolution: PeriodName, isLong: boolean): string {
  const date = dateOf(day);
  if (date === undefined || resolution === 'YEAR') return day.slice(0, 4);
  return isLong || resolution === 'MONTH' ? writeMonth(date) : formatShortDay(day);
}

function dateOf(day: string): Date | undefined {
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
