import { RESOLUTIONS, type Resolution } from '@/lib/endpoints/chart';

/** The most points that a page draws. */
const MOST_DRAWN_POINTS = 2_000;
/** As many as are easy to read when nothing else was asked. */
const USUAL_POINTS = 400;
const MS_PER_DAY = 86_400_000;
/** How many days a period has, at least. */
const DAYS: Readonly<Record<Resolution, number>> = { DAY: 1, WEEK: 7, MONTH: 28, YEAR: 365 };

/** The resolutions of a chart that are known here, finest first; DAY where the service names none. */
export function knownResolutions(chart: {
  resolutions: readonly string[];
}): readonly [Resolution, ...Resolution[]] {
  const [first = 'DAY', ...rest] = RESOLUTIONS.filter((name) => chart.resolutions.includes(name));
  return [first, ...rest];
}

/** The earliest day from which the longest periods up to `last` can all be drawn. */
export function earliestDay(last: string, longest: Resolution): string {
  const days = DAYS[longest] * (MOST_DRAWN_POINTS - 1);
  // no chain has blocks from before 1970, and no date before the year 0 is understood
  return new Date(Math.max(Date.parse(last) - days * MS_PER_DAY, 0)).toISOString().slice(0, 10);
}

/**
 * The resolution for days from `first` to `last`: the asked one where the chart has it and it gives few enough points,
 * else the finest that is easy to read, else the longest.
 */
export function chooseResolution(
  known: readonly [Resolution, ...Resolution[]],
  asked: Resolution | undefined,
  days: Readonly<{ first: string; last: string }>,
): Resolution {
  const count = (Date.parse(days.last) - Date.parse(days.first)) / MS_PER_DAY + 1;
  const fits = (name: Resolution, most: number) => count / DAYS[name] <= most;
  if (asked !== undefined && known.includes(asked) && fits(asked, MOST_DRAWN_POINTS)) return asked;
  return known.find((name) => fits(name, USUAL_POINTS)) ?? known.at(-1) ?? known[0];
}
