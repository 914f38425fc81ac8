import type { Resolution } from '@/lib/endpoints/chart';
import { countPeriods, type Day, nextPeriod, periodStart } from './periods';

/** The figure of one period, keyed by its first day. */
export type Point = Readonly<{ start: Day; value: string }>;

/** How a period without a figure is filled: with zero, or with the previous total. */
export type MissingPolicy = 'zero' | 'previous';

/** Maximum points of an answer, as in the upstream service. */
export const MAX_POINTS = 182_500;

/** Fills missing periods over the union of `range` and the points. Undefined when there are more than `MAX_POINTS`. */
export function fillPoints(
  points: readonly Point[],
  range: Readonly<{ from: Day | undefined; to: Day | undefined }>,
  { resolution, policy }: Readonly<{ resolution: Resolution; policy: MissingPolicy }>,
): Point[] | undefined {
  const [first, last] = [points[0]?.start, points.at(-1)?.start];
  const from = lowest(range.from, first);
  const to = lowest(negate(range.to), negate(last));
  if (from === undefined || to === undefined) return [];
  if (countPeriods(from, -to, resolution) > MAX_POINTS) return undefined;
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
