import type { ChartPoint } from '@/lib/endpoints/chart';
import type { DayRow, PeriodRow } from '@/lib/queries/chart';
import { missingPolicyOf } from './catalog';
import { computePoints } from './compute';
import { fillPoints, type Point } from './fill';
import { type Day, formatDay, lastDayOf, nextPeriod, type Periods, periodStart } from './periods';
import type { ChartDefinition } from './rule';

/**
 * What is stored for a chart, in order: its days or the sums of its periods (for totals the first row is the sum of all
 * before), or the counts of its periods where these are counted apart.
 */
export type StoredFigures = Readonly<{ days: readonly DayRow[]; counts: readonly PeriodRow[] }>;

/**
 * A chart's points in all of the periods, each of which ends with what is stored: `last` is the last stored day, and
 * the period that holds it is approximate. Undefined when there are too many. Days before the first period count
 * towards totals only.
 */
export function makeChartPoints(
  chart: ChartDefinition,
  stored: StoredFigures,
  periods: Periods & { last: Day },
): ChartPoint[] | undefined {
  const { from, to, resolution } = periods;
  const points = computeFigures(chart, stored, periods);
  const filled = fillPoints(points, { from, to }, { resolution, policy: missingPolicyOf(chart) });
  const running = periodStart(periods.last, resolution);
  const isAverage = chart.rule.kind === 'average';
  const known = new Set(isAverage ? points.map(({ start }) => start) : []);
  return filled?.map(({ start, value }) => {
    const date = formatDay(start);
    const date_to = resolution === 'DAY' ? date : formatDay(lastDayOf(start, resolution));
    const point: ChartPoint = { date, date_to, value };
    if (start === running) point.is_approximate = true;
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
  return rule.kind === 'growth' ? carryTo(from, points) : points;
}

/** Without the points before `from`, of which the last one is what `from` begins with. */
function carryTo(from: Day, points: readonly Point[]): Point[] {
  const before = points.findLast(({ start }) => start < from);
  const inside = points.filter(({ start }) => start >= from);
  return before && inside[0]?.start !== from ? [{ start: from, value: before.value }, ...inside] : inside;
}
