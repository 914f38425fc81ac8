const DAY_MS = 86_400_000;

type DayCount = Readonly<{ date: string; transfers_count: number }>;

/** The days from the first to the last, at most the last `length`, those without transfers as 0. */
export function fillDays(
  days: readonly DayCount[],
  length: number,
): { date: string; date_to: string; value: string }[] {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const counts = new Map(days.map((day) => [day.date, day.transfers_count]));
  const end = Date.parse(`${last.date}T00:00:00Z`);
  const start = Math.max(Date.parse(`${first.date}T00:00:00Z`), end - (length - 1) * DAY_MS);
  return Array.from({ length: Math.round((end - start) / DAY_MS) + 1 }, (_, at) => {
    const date = new Date(start + at * DAY_MS).toISOString().slice(0, 10);
    return { date, date_to: date, value: String(counts.get(date) ?? 0) };
  });
}
