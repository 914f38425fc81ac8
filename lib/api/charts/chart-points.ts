import type { ChartPoint } from '@/lib/spec/stats';
import { type ChartDefinition, missingPolicyOf } from './catalog';
import { computePoints, type DailyRow } from './compute';
import { fillPoints, type Point } from './fill';
import { type Day, formatDay, lastDayOf, nextPeriod, type Periods, periodStart } from './periods';

/**
 * What is stored: days in their order, of which the first may stand for all before it, and the distinct senders of
 * weeks by their Monday.
 */
export type StoredFigures = Readonly<{ days: readonly DailyRow[]; weeks: readonly Point[] }>;

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
  const known = new Set(points.map(({ start }) => start));
  return filled?.map(({ start, value }) => ({
    date: formatDay(start),
    date_to: formatDay(lastDayOf(start, resolution)),
    value,
    ...(start === running ? { is_approximate: true as const } : {}),
    ...(chart.rule.kind === 'average' && !known.has(start) ? { is_missing: true as const } : {}),
  }));
}

function computeFigures({ rule }: ChartDefinition, stored: StoredFigures, periods: Periods): Point[] {
  const { from, to, resolution } = periods;
  const end = nextPeriod(to, resolution);
  if (rule.kind === 'senders' && resolution === 'WEEK')
    return stored.weeks.filter(({ start }) => start >= from && start < end);
  const summed =
    rule.kind === 'senders' ? ({ kind: 'flow', figure: 'active_accounts', decimals: 0 } as const) : rule;
  const days = stored.days.filter(({ day }) => day < end && (rule.kind === 'growth' || day >= from));
  const points = computePoints(summed, days, resolution);
  return rule.kind === 'growth' ? carryTo(from, points) : points;
}

/** Without the points before `from`, of which the last one is what `from` begins with. */
function carryTo(from: Day, points: readonly Point[]): Point[] {
  const before = points.findLast(({ start }) => start < from);
  const inside = points.filter(({ start }) => start >= from);
  return before && inside[0]?.start !== from ? [{ start: from, value: before.value }, ...inside] : inside;
}
