const DAY_MS = 86_400_000;
const WEEK = 7;
/** Shades besides none. */
const LEVELS = 4;

/** A day of the calendar: its column (week), row (Monday is 0), and shade from 0 (none) to 4 (the busiest). */
export type CalendarDay = Readonly<{
  date: string;
  count: number;
  column: number;
  row: number;
  level: number;
}>;

/** A column where a month begins; `month` counts from 0. */
export type CalendarMonth = Readonly<{ column: number; month: number }>;

type Calendar = Readonly<{
  from: string;
  to: string;
  days: readonly Readonly<{ date: string; transactions_count: number }>[];
}>;

/** Lays out the days from `from` to `to`, those without transactions too, in weeks from Monday. */
export function layOutCalendar({ from, to, days }: Calendar): {
  days: CalendarDay[];
  months: CalendarMonth[];
  columns: number;
} {
  const counts = new Map(days.map((day) => [day.date, day.transactions_count]));
  const max = Math.max(1, ...counts.values());
  const start = Date.parse(`${from}T00:00:00Z`);
  const length = Math.round((Date.parse(`${to}T00:00:00Z`) - start) / DAY_MS) + 1;
  const offset = (new Date(start).getUTCDay() + WEEK - 1) % WEEK;
  const placed = Array.from({ length: Math.max(0, length) }, (_, at): CalendarDay => {
    const date = new Date(start + at * DAY_MS).toISOString().slice(0, 10);
    const count = counts.get(date) ?? 0;
    return {
      date,
      count,
      column: Math.floor((at + offset) / WEEK),
      row: (at + offset) % WEEK,
      level: levelOf(count, max),
    };
  });
  const months = placed
    .filter((day) => day.date.endsWith('-01'))
    .map(({ date, column }) => ({ column, month: Number(date.slice(5, 7)) - 1 }));
  return { days: placed, months, columns: (placed.at(-1)?.column ?? -1) + 1 };
}

/** By the square root, so that one busy day does not pale all others. */
function levelOf(count: number, max: number): number {
  return count === 0 ? 0 : Math.max(1, Math.ceil(LEVELS * Math.sqrt(count / max)));
}
