import type { Resolution } from '@/lib/endpoints/chart';
import { AppError } from '@/lib/errors';
import { formatAverage, formatScaled, type Weighted } from './decimal';
import type { Point } from './fill';
import { type Day, periodStart } from './periods';
import type { DayRow } from './query';
import type { Amount, ChartRule, FigureOf } from './rule';

/** Computes a point for each period that has a figure; `days` are in order. */
export function computePoints(
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
