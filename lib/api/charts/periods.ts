import { createBoundedCache } from '@/lib/bounded-cache';
import type { Resolution } from '@/lib/endpoints/chart';

/** A day as days since 1970-01-01 (UTC). */
export type Day = number;
/** Consecutive periods: `from` and `to` are the first days of the first and the last one. */
export type Periods = Readonly<{ from: Day; to: Day; resolution: Resolution }>;

const MS_PER_DAY = 86_400_000;
/** 1970-01-01, three days after a Monday. */
const THURSDAY = 3;

/** Parses `YYYY-MM-DD`; undefined for other text and for dates that do not exist. */
export function parseDay(text: string | undefined): Day | undefined {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const ms = Date.parse(`${text}T00:00:00Z`);
  // Some engines roll February 30 over into March.
  return Number.isNaN(ms) || toIsoDay(ms / MS_PER_DAY) !== text ? undefined : ms / MS_PER_DAY;
}

const formatted = createBoundedCache<Day, string>({
  name: 'days',
  maxBytes: 4 * 1024 * 1024,
  maxKeys: 20_000,
});

/** A day as `YYYY-MM-DD`. */
export function toIsoDay(day: Day): string {
  const known = formatted.get(day);
  if (known !== undefined) return known;
  const text = dateOf(day).toISOString().slice(0, 10);
  formatted.set(day, text);
  return text;
}

/** 9999-12-31. */
export const LAST_DAY = 2_932_896;

/** The last day of the period that starts at `start`, at most 9999-12-31. */
export function lastDayOf(start: Day, resolution: Resolution): Day {
  return Math.min(nextPeriod(start, resolution) - 1, LAST_DAY);
}

/** The first day of the period that contains `day`; weeks start on Monday. */
export function periodStart(day: Day, resolution: Resolution): Day {
  switch (resolution) {
    case 'DAY':
      return day;
    case 'WEEK':
      return day - ((((day + THURSDAY) % 7) + 7) % 7);
    case 'MONTH':
      return day - dateOf(day).getUTCDate() + 1;
    case 'YEAR':
      return dayOf(dateOf(day).getUTCFullYear(), 0);
  }
}

/** The first day of the period after the one that starts at `start`. */
export function nextPeriod(start: Day, resolution: Resolution): Day {
  switch (resolution) {
    case 'DAY':
      return start + 1;
    case 'WEEK':
      return start + 7;
    case 'MONTH':
      return dayOf(dateOf(start).getUTCFullYear(), dateOf(start).getUTCMonth() + 1);
    case 'YEAR':
      return dayOf(dateOf(start).getUTCFullYear() + 1, 0);
  }
}

/** The number of periods from that of `first` to that of `last`, inclusive. */
export function countPeriods(first: Day, last: Day, resolution: Resolution): number {
  const [from, to] = [first, last].map((day) => new Date(day * MS_PER_DAY));
  if (last < first || !from || !to) return 0;
  const years = to.getUTCFullYear() - from.getUTCFullYear();
  switch (resolution) {
    case 'DAY':
      return last - first + 1;
    case 'WEEK':
      return (periodStart(last, resolution) - periodStart(first, resolution)) / 7 + 1;
    case 'MONTH':
      return 12 * years + to.getUTCMonth() - from.getUTCMonth() + 1;
    case 'YEAR':
      return years + 1;
  }
}

/** The latest `max` of the periods. */
export function newestPeriods(periods: Periods, max: number): Periods {
  const { from, to, resolution } = periods;
  if (countPeriods(from, to, resolution) <= max) return periods;
  let first = to;
  for (let count = 1; count < max; count++) first = periodStart(first - 1, resolution);
  return { ...periods, from: first };
}

function dateOf(day: Day): Date {
  return new Date(day * MS_PER_DAY);
}

function dayOf(year: number, month: number): Day {
  return Date.UTC(year, month, 1) / MS_PER_DAY;
}
