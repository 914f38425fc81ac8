import type { ChartPoint, Resolution } from '@/lib/endpoints/chart';
import { AppError } from '@/lib/errors';
import { missingPolicyOf } from './catalog';
import { formatAverage, formatScaled, type Weighted } from './decimal';
import { fillPoints, type Point } from './fill';
import { type Day, lastDayOf, nextPeriod, type Periods, periodStart, toIsoDay } from './periods';
import type { DayRow, IndexedDays, PeriodRow } from './query';
import type { Amount, ChartDefinition, ChartRule, FigureOf } from './rule';

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

/** Computes a point for each period that has a figure; `days` are in order. */
function computePoints(
  rule: Exclude<ChartRule, { kind: 'distinct' }>,
  days: readonly DayRow[],
  resolution: Resolution,
): Point[] {
  const periods = groupByPeriod(days, resolution);
  switch (rule.kind) {
    case 'flow':
      return periods.map(({ start, rows }) => ({
        start,
        value: storedFigure(rows, rule) ?? formatScaled(sum(rows, rule.amount), rule.decimals),
      }));
    case 'growth': {
      let total = 0n;
      return periods.map(({ start, rows }) => {
        total += sum(rows, rule.amount);
        return { start, value: total.toString() };
      });
    }
    case 'average':
      return periods.flatMap(({ start, rows }) => {
        const parts = rows.flatMap((row): Weighted[] => {
          const part = rule.of(figuresOfDay(row));
          return part ? [part] : [];
        });
        return parts.length === 0 ? [] : [{ start, value: formatAverage(parts) }];
      });
  }
}

function figuresOfDay({ figures }: DayRow): FigureOf {
  return (name) => {
    const figure = figures[name];
    if (figure === undefined) throw new AppError('internal', `The chart did not ask for ${name}.`);
    return BigInt(figure);
  };
}

function sum(rows: readonly DayRow[], { plus, minus }: Amount): bigint {
  return rows.reduce((total, row) => {
    const of = figuresOfDay(row);
    return total + of(plus) - (minus === undefined ? 0n : of(minus));
  }, 0n);
}

/** The figure of a single day as stored; undefined when it has to be computed. */
function storedFigure(
  rows: readonly DayRow[],
  rule: Extract<ChartRule, { kind: 'flow' }>,
): string | undefined {
  const { amount, decimals } = rule;
  if (rows.length > 1 || amount.minus !== undefined || decimals > 0) return undefined;
  return rows[0]?.figures[amount.plus];
}

function groupByPeriod(days: readonly DayRow[], resolution: Resolution): { start: Day; rows: DayRow[] }[] {
  const periods: { start: Day; rows: DayRow[] }[] = [];
  for (const row of days) {
    const start = periodStart(row.day, resolution);
    const last = periods.at(-1);
    if (last?.start === start) last.rows.push(row);
    else periods.push({ start, rows: [row] });
  }
  return periods;
}
