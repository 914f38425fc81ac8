import { RESOLUTIONS, type Resolution } from '@/lib/endpoints/chart';

/** Upper bound of points per drawing. */
const MAX_DRAWN_POINTS = 2_000;
/** Readable number of points, used by default. */
const READABLE_POINTS = 400;
const MS_PER_DAY = 86_400_000;
/** Minimum days per period. */
const DAYS: Readonly<Record<Resolution, number>> = { DAY: 1, WEEK: 7, MONTH: 28, YEAR: 365 };

/** Known resolutions of a chart, finest first; DAY if the API names none. */
export function knownResolutions(chart: {
  resolutions: readonly string[];
}): readonly [Resolution, ...Resolution[]] {
  const [first = 'DAY', ...rest] = RESOLUTIONS.filter((name) => chart.resolutions.includes(name));
  return [first, ...rest];
}

/** Earliest day from which the coarsest resolution up to `last` fits a drawing. */
export function earliestDay(last: string, coarsest: Resolution): string {
  const days = DAYS[coarsest] * (MAX_DRAWN_POINTS - 1);
  // no chain predates 1970, and dates before year 0 are not understood
  return new Date(Math.max(Date.parse(last) - days * MS_PER_DAY, 0)).toISOString().slice(0, 10);
}

/**
 * Resolution for the days from `first` to `last`: the requested one if the chart has it and it fits a drawing, else the
 * finest readable one, else the coarsest.
 */
export function chooseResolution(
  known: readonly [Resolution, ...Resolution[]],
  requested: Resolution | undefined,
  days: Readonly<{ first: string; last: string }>,
): Resolution {
  const count = (Date.parse(days.last) - Date.parse(days.first)) / MS_PER_DAY + 1;
  const fits = (name: Resolution, max: number) => count / DAYS[name] <= max;
  if (requested !== undefined && known.includes(requested) && fits(requested, MAX_DRAWN_POINTS))
    return requested;
  return known.find((name) => fits(name, READABLE_POINTS)) ?? known.at(-1) ?? known[0];
}
