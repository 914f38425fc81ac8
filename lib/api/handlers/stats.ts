import type { Database } from '@/lib/db/open-database';
import { findIndexerState } from '@/lib/queries/indexer-state';
import {
  findStatsRange,
  findTotals,
  listDailyStats,
  listWeeklySenders,
  sumStatsBefore,
} from '@/lib/queries/stats';
import {
  type ChartPoint,
  type Counter,
  getChart,
  listChartSeries,
  listCharts,
  listCounters,
  MOST_SERIES_POINTS,
  type Resolution,
} from '@/lib/spec/stats';
import { Refusal, statsError } from '../answer';
import { CHARTS, type ChartDefinition, describeChart, resolutionsOf, SECTIONS } from '../charts/catalog';
import { makeChartPoints, type StoredFigures } from '../charts/chart-points';
import { chooseResolution } from '../charts/choose-resolution';
import { toDailyRow } from '../charts/compute';
import { formatScaled } from '../charts/decimal';
import { MOST_POINTS } from '../charts/fill';
import { type Day, newestPeriods, nextPeriod, type Periods, parseDay, periodStart } from '../charts/periods';
import { implement } from '../implement';

/** GET /lines. */
export const chartsOperation = implement(listCharts, async ({ chain }) => ({
  sections: Object.entries(SECTIONS).map(([id, title]) => ({
    id,
    title,
    charts: CHARTS.filter((chart) => chart.section === id).map((chart) => describeChart(chart, chain.symbol)),
  })),
}));

/** GET /lines/{name}. */
export const chartOperation = implement(getChart, async ({ db, chain, params, query }) => {
  const chart = CHARTS.find(({ id }) => id === params.name);
  if (!chart) return new Refusal(statsError(5, `chart with name '${params.name}' was not found`));
  const resolution = resolutionOf(query.resolution);
  if (!resolutionsOf(chart).includes(resolution))
    return new Refusal(
      statsError(5, `resolution '${resolution}' for line chart '${chart.id}' was not found`),
    );
  const points = await readPoints(db, chart, { ...query, resolution });
  if (points instanceof Refusal) return points;
  return { chart: points, info: describeChart(chart, chain.symbol) };
});

/** GET /series. */
export const chartSeriesOperation = implement(listChartSeries, async ({ db, query }) => {
  const ids = new Set(query.ids?.split(',').filter((id) => id !== ''));
  const unknown = [...ids].find((id) => !CHARTS.some((chart) => chart.id === id));
  if (unknown !== undefined) return new Refusal(statsError(5, `chart with name '${unknown}' was not found`));
  const asked = ids.size === 0 ? CHARTS : [...ids].flatMap((id) => CHARTS.filter((chart) => chart.id === id));
  const indexed = await findStatsRange(db);
  const days = indexed && clip(query, indexed);
  const drawings = asked.map((chart) => {
    const resolution = chooseResolution(chart, resolutionOf(query.resolution), days);
    const periods = days && toPeriods(days, resolution);
    return { chart, resolution, periods: periods && newestPeriods(periods, MOST_SERIES_POINTS) };
  });
  const drawn = drawings.flatMap(({ chart, periods }) => (periods ? [{ chart, periods }] : []));
  const stored = await readFigures(db, drawn);
  return {
    series: drawings.map(({ chart, resolution, periods }) => ({
      id: chart.id,
      resolution,
      points:
        (indexed && periods && makeChartPoints(chart, stored, { ...periods, last: indexed.last })) ?? [],
    })),
  };
});

/** GET /counters. */
export const countersOperation = implement(listCounters, async ({ db, services }) => {
  const [state, totals, averageBlockTimeMs] = await Promise.all([
    findIndexerState(db),
    findTotals(db),
    services.averageBlockTimeMs(db),
  ]);
  const seconds = formatScaled(BigInt(averageBlockTimeMs ?? 0), 3);
  const counters: Counter[] = [
    {
      ...describeCounter('averageBlockTime', 'Average block time', 'Mean time between recent blocks'),
      value: seconds,
      units: 's',
    },
    {
      ...describeCounter('completedTxns', 'Successful transactions', 'Transactions that did not fail'),
      value: totals.successful_transactions,
    },
    {
      ...describeCounter('totalAccounts', 'Accounts', 'Accounts that have sent a transaction'),
      value: totals.new_accounts,
    },
    {
      ...describeCounter('totalAddresses', 'Addresses', 'Addresses that were seen on the chain'),
      value: String(state?.addresses_count ?? 0),
    },
    {
      ...describeCounter('totalBlocks', 'Blocks', 'Indexed blocks'),
      value: String(state?.blocks_count ?? 0),
    },
    {
      ...describeCounter(
        'totalNativeCoinTransfers',
        'Coin transfers',
        'Transactions that only move the coin',
      ),
      value: totals.native_coin_transfers,
    },
    {
      ...describeCounter('totalTxns', 'Transactions', 'Indexed transactions, failed ones included'),
      value: String(state?.transactions_count ?? 0),
    },
  ];
  return { counters };
});

function describeCounter(id: string, title: string, description: string) {
  return { id, title, description, units: null };
}

function resolutionOf(given: Resolution | 'RESOLUTION_UNSPECIFIED' | undefined): Resolution {
  return given === undefined || given === 'RESOLUTION_UNSPECIFIED' ? 'DAY' : given;
}

/**
 * The points from `from` to `to` (whole periods), no further than what is indexed. The last indexed period may still
 * grow: its point is approximate.
 */
async function readPoints(
  db: Database,
  chart: ChartDefinition,
  asked: AskedDays & { resolution: Resolution },
): Promise<ChartPoint[] | Refusal> {
  const indexed = await findStatsRange(db);
  const periods = indexed && toPeriods(clip(asked, indexed), asked.resolution);
  if (!indexed || !periods) return [];
  const stored = await readFigures(db, [{ chart, periods }]);
  const points = makeChartPoints(chart, stored, { ...periods, last: indexed.last });
  const refusal = `exceeded limit on requested data points (~${MOST_POINTS}); choose smaller time interval.`;
  return points ?? new Refusal(statsError(3, refusal));
}

type AskedDays = { from?: string | undefined; to?: string | undefined };
type Days = Readonly<{ first: Day; last: Day }>;

/** The days that are asked for, no further than what is indexed; the first may be behind the last. */
function clip(asked: AskedDays, indexed: Days): Days {
  return {
    first: Math.max(parseDay(asked.from) ?? indexed.first, indexed.first),
    last: Math.min(parseDay(asked.to) ?? indexed.last, indexed.last),
  };
}

/** The periods that hold the days; undefined when there are none. */
function toPeriods({ first, last }: Days, resolution: Resolution): Periods | undefined {
  const from = periodStart(first, resolution);
  const to = periodStart(last, resolution);
  return from > to ? undefined : { from, to, resolution };
}

type Drawing = Readonly<{ chart: ChartDefinition; periods: Periods }>;

/** The figures that some charts are made from, read once; for totals, what was before is added up to one day. */
async function readFigures(db: Database, drawings: readonly Drawing[]): Promise<StoredFigures> {
  const weekly = drawings.filter(isWeekly);
  const daily = drawings.filter((drawing) => !isWeekly(drawing));
  const isTotal = daily.some(({ chart }) => chart.rule.kind === 'growth');
  const from = Math.min(...daily.map(({ periods }) => periods.from));
  const to = Math.max(...daily.map(({ periods }) => nextPeriod(periods.to, periods.resolution) - 1));
  const [before, days, weeks] = await Promise.all([
    isTotal ? sumStatsBefore(db, from) : undefined,
    daily.length === 0 ? [] : listDailyStats(db, { from, to }),
    weekly.length === 0
      ? []
      : listWeeklySenders(db, {
          from: Math.min(...weekly.map(({ periods }) => periods.from)),
          to: Math.max(...weekly.map(({ periods }) => periods.to)),
        }),
  ]);
  return {
    days: [...(before ? [before] : []), ...days].map(toDailyRow),
    weeks: weeks.map(({ day, active_accounts }) => ({ start: day, value: active_accounts })),
  };
}

/** Distinct senders are not additive: those of weeks are stored apart. */
function isWeekly({ chart, periods }: Drawing): boolean {
  return chart.rule.kind === 'senders' && periods.resolution === 'WEEK';
}
