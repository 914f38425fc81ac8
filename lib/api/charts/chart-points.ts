import type { ChartPoint } from '@/lib/endpoints/chart';
import { missingPolicyOf } from './catalog';
import { computePoints } from './compute';
import { fillPoints, type Point } from './fill';
import { type Day, lastDayOf, nextPeriod, type Periods, periodStart, toIsoDay } from './periods';
import type { DayRow, IndexedDays, PeriodRow } from './query';
import type { ChartDefinition } from './rule';

/** Stored figures in order: days or period sums (of growth, first the sum before), or distinct counts. */
export type StoredFigures = Readonly<{ days: readonly DayRow[]; counts: readonly PeriodRow[] }>;

/**
 * The points of all `periods`. That of the tip's day is approximate; that of the first day is partial where the index
 * begins late, but for totals. Undefined when there are too many.
 */
export function makeChartPoints(
  chart: ChartDefinition,
  stored: StoredFigures,
  periods: Periods & { indexed: IndexedDays },
): ChartPoint[] | undefined {
  const { from, to, resolution } = periods;
  const points = computeFigures(chart, stored, periods);
  const filled = fillPoints(points, { from, to }, { resolution, policy: missingPolicyOf(chart) });
  const { first, last, isLate } = periods.indexed;
  const current = periodStart(last, resolution);
  const partial = isLate && chart.rule.kind !== 'growth' ? periodStart(first, resolution) : undefined;
  const isAverage = chart.rule.kind === 'average';
  const known = new Set(isAverage ? points.map(({ start }) => start) : []);
  return filled?.map(({ start, value }) => {
    const date = toIsoDay(start);
    const date_to = resolution === 'DAY' ? date : toIsoDay(lastDayOf(start, resolution));
    const point: ChartPoint = { date, date_to, value };
    if (start === current) point.is_approximate = true;
    if (start === partial) point.is_partial = true;
    if (isAverage && !known.has(start)) point.is_missing = true;
    return point;
  });
}

function computeFigures({ rule }: ChartDefinition, stored: StoredFigures, periods: Periods): Point[] {
  const { from, to, resolution } = periods;
  const end = nextPeriod(to, resolution);
  if (rule.kind === 'distinct')
    return stored.counts
      .filter(({ day }) => day >= from && day < end)
      .map(({ day, value }) => ({ start: day, value }));
  const days = stored.days.filter(({ day }) => day < end && (rule.kind === 'growth' || day >= from));
  const points = computePoints(rule, days, resolution);
  return rule.kind === 'growth' ? carryForward(from, points) : points;
}

function carryForward(from: Day, points: readonly Point[]): Point[] {
  const before = points.findLast(({ start }) => start < from);
  const inside = points.filter(({ start }) => start >= from);
  return before && inside[0]?.start !== from ? [{ start: from, value: before.value }, ...inside] : inside;
}
