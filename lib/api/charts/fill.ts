import type { Resolution } from '@/lib/endpoints/chart';
import { countPeriods, type Day, nextPeriod, periodStart } from './periods';

/** The figure of one period, by its first day. */
export type Point = Readonly<{ start: Day; value: string }>;

/** What stands for a period without a figure: nothing happened, or a total stayed what it was. */
export type MissingPolicy = 'zero' | 'previous';

/** The most points of an answer, as the upstream service limits them. */
export const MAX_POINTS = 182_500;

/**
 * The points with every missing period filled, from the earlier of `from` and the first point to the later of `to`
 * and the last point. Before the first figure both policies give 0. Undefined when that are more than `mostPoints`.
 */
export function fillPoints(
  points: readonly Point[],
  range: Readonly<{ from: Day | undefined; to: Day | undefined }>,
  options: Readonly<{ resolution: Resolution; policy: MissingPolicy; mostPoints?: number }>,
): Point[] | undefined {
  const { resolution, policy, mostPoints = MAX_POINTS } = options;
  const [first, last] = [points[0]?.start, points.at(-1)?.start];
  const from = lowest(range.from, first);
  const to = lowest(negate(range.to), negate(last));
  if (from === undefined || to === undefined) return [];
  if (countPeriods(from, -to, resolution) > mostPoints) return undefined;
  const filled: Point[] = [];
  let previous = '0';
  let next = 0;
  for (let start = periodStart(from, resolution); start <= -to; start = nextPeriod(start, resolution)) {
    const point = points[next]?.start === start ? points[next++] : undefined;
    const value = point?.value ?? (policy === 'previous' ? previous : '0');
    filled.push({ start, value });
    previous = value;
  }
  return filled;
}

function lowest(left: number | undefined, right: number | undefined): number | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return Math.min(left, right);
}

function negate(day: number | undefined): number | undefined {
  return day === undefined ? undefined : -day;
}
