import type { StatsRow } from '@/lib/queries/stats';
import type { Resolution } from '@/lib/spec/stats';
import type { Average, ChartRule, DayFigures } from './catalog';
import { formatFraction, formatScaled, weightedAverage } from './decimal';
import type { Point } from './fill';
import { type Day, periodStart } from './periods';

/** A day with its figures, as integers. */
export type DailyRow = Readonly<{ day: Day; figures: DayFigures }>;

/** Reads a row's decimal strings. */
export function toDailyRow({ day, ...figures }: StatsRow): DailyRow {
  return {
    day,
    figures: {
      blocks: BigInt(figures.blocks),
      transactions: BigInt(figures.transactions),
      successful_transactions: BigInt(figures.successful_transactions),
      native_coin_transfers: BigInt(figures.native_coin_transfers),
      new_accounts: BigInt(figures.new_accounts),
      new_contracts: BigInt(figures.new_contracts),
      gas_used: BigInt(figures.gas_used),
      gas_limit: BigInt(figures.gas_limit),
      block_size: BigInt(figures.block_size),
      gas_price_sum: BigInt(figures.gas_price_sum),
      fee_sum: BigInt(figures.fee_sum),
      authorizations: BigInt(figures.authorizations),
      fhe_operations: BigInt(figures.fhe_operations),
      hcu: BigInt(figures.hcu),
      active_accounts: BigInt(figures.active_accounts),
    },
  };
}

/** The points of a rule over days in their order, one for each period that has a figure. */
export function computePoints(
  rule: Exclude<ChartRule, { kind: 'senders' }>,
  days: readonly DailyRow[],
  resolution: Resolution,
): Point[] {
  const periods = groupByPeriod(days, resolution);
  switch (rule.kind) {
    case 'flow':
      return periods.map(({ start, rows }) => ({
        start,
        value: formatScaled(sum(rows, rule), rule.decimals),
      }));
    case 'growth': {
      let total = 0n;
      return periods.map(({ start, rows }) => {
        total += sum(rows, rule);
        return { start, value: total.toString() };
      });
    }
    case 'average':
      return periods.flatMap(({ start, rows }) => {
        const parts = rows.flatMap(({ figures }): Average[] => {
          const part = rule.of(figures);
          return part ? [part] : [];
        });
        return parts.length === 0 ? [] : [{ start, value: formatFraction(weightedAverage(parts)) }];
      });
  }
}

function sum(rows: readonly DailyRow[], { figure }: { figure: keyof DayFigures }): bigint {
  return rows.reduce((total, { figures }) => total + figures[figure], 0n);
}

function groupByPeriod(
  days: readonly DailyRow[],
  resolution: Resolution,
): { start: Day; rows: DailyRow[] }[] {
  const periods: { start: Day; rows: DailyRow[] }[] = [];
  for (const row of days) {
    const start = periodStart(row.day, resolution);
    const last = periods.at(-1);
    if (last?.start === start) last.rows.push(row);
    else periods.push({ start, rows: [row] });
  }
  return periods;
}
