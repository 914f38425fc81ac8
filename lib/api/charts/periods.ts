import { LRUCache } from 'lru-cache';
import type { Resolution } from '@/lib/endpoints/chart';

/** A day as days since 1970-01-01 (UTC). */
export type Day = number;
/** Periods that follow each other: `from` and `to` are the first days of the first and of the last one. */
export type Periods = Readonly<{ from: Day; to: Day; resolution: Resolution }>;

const MS_PER_DAY = 86_400_000;
/** 1970-01-01 was a Thursday, three days after a Monday. */
const THURSDAY = 3;

/** The day of a `YYYY-MM-DD` text; undefined for any other text and for days that do not exist. */
export function parseDay(text: string | undefined): Day | undefined {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const ms = Date.parse(`${text}T00:00:00Z`);
  // Date.parse rolls 30 February over into March in some engines.
  return Number.isNaN(ms) || formatDay(ms / MS_PER_DAY) !== text ? undefined : ms / MS_PER_DAY;
}

/** Charts name the same days again and again. */
const formatted = new LRUCache<Day, string>({ max: 20_000 });

/** A day as `YYYY-MM-DD`. */
export function formatDay(day: Day): string {
  const known = formatted.get(day);
  if (known !== undefined) return known;
  const text = dateOf(day).toISOString().slice(0, 10);
  formatted.set(day, text);
  return text;
}

/** The last day that four digits of a year can name. */
export const LAST_DAY = 2_932_896;

/** The last day of the period that begins on `start`, 9999-12-31 at most. */
export function lastDayOf(start: Day, resolution: Resolution): Day {
  return Math.min(nextPeriod(start, resolution) - 1, LAST_DAY);
}

/** The first day of the period that holds a day. Weeks begin on Monday. */
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

/** The first day of the period after the one that begins on `start`. */
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

/** How many periods begin from the one of `first` to the one of `last`, both included. */
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

/** The newest of the periods, at most `most`. */
export function newestPeriods(periods: Periods, most: number): Periods {
  const { from, to, resolution } = periods;
  if (countPeriods(from, to, resolution) <= most) return periods;
  let first = to;
  for (let count = 1; count < most; count++) first = periodStart(first - 1, resolution);
  return { ...periods, from: first };
}

function dateOf(day: Day): Date {
  return new Date(day * MS_PER_DAY);
}

function dayOf(year: number, month: number): Day {
  // Date.UTC takes years below 100 for 19xx; no block is that old.
  return Date.UTC(year, month, 1) / MS_PER_DAY;
}
