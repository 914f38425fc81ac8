import type { Database } from '@/lib/db/open-database';
import { findIndexerState } from '@/lib/queries/indexer-state';
import { findStatsRange, findTotals, listDailyStats, listWeeklySenders } from '@/lib/queries/stats';
import {
  type ChartPoint,
  type Counter,
  getChart,
  listCharts,
  listCounters,
  type Resolution,
} from '@/lib/spec/stats';
import { Refusal, statsError } from '../answer';
import {
  CHARTS,
  type ChartDefinition,
  describeChart,
  missingPolicyOf,
  resolutionsOf,
  SECTIONS,
} from '../charts/catalog';
import { computePoints, toDailyRow } from '../charts/compute';
import { formatScaled } from '../charts/decimal';
import { fillPoints, MOST_POINTS, type Point } from '../charts/fill';
import { type Day, formatDay, nextPeriod, parseDay, periodStart } from '../charts/periods';
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
  asked: { from?: string | undefined; to?: string | undefined; resolution: Resolution },
): Promise<ChartPoint[] | Refusal> {
  const { resolution } = asked;
  const stored = await findStatsRange(db);
  if (!stored) return [];
  const from = periodStart(Math.max(parseDay(asked.from) ?? stored.first, stored.first), resolution);
  const to = periodStart(Math.min(parseDay(asked.to) ?? stored.last, stored.last), resolution);
  if (from > to) return [];
  const points = await readFigures(db, chart, { from, to, resolution });
  const filled = fillPoints(points, { from, to }, { resolution, policy: missingPolicyOf(chart) });
  if (!filled)
    return new Refusal(
      statsError(
        3,
        `exceeded limit on requested data points (~${MOST_POINTS}); choose smaller time interval.`,
      ),
    );
  const running = periodStart(stored.last, resolution);
  return filled.map(({ start, value }) => ({
    date: formatDay(start),
    date_to: formatDay(nextPeriod(start, resolution) - 1),
    value,
    ...(start === running ? { is_approximate: true as const } : {}),
  }));
}

/** The figures there are; those of a growth chart from the beginning on, because they add up. */
async function readFigures(
  db: Database,
  { rule }: ChartDefinition,
  { from, to, resolution }: { from: Day; to: Day; resolution: Resolution },
): Promise<Point[]> {
  const last = nextPeriod(to, resolution) - 1;
  if (rule.kind === 'senders' && resolution === 'WEEK') {
    const weeks = await listWeeklySenders(db, { from, to });
    return weeks.map(({ day, active_accounts }) => ({ start: day, value: active_accounts }));
  }
  const rows = await listDailyStats(db, { from: rule.kind === 'growth' ? undefined : from, to: last });
  const summed =
    rule.kind === 'senders' ? ({ kind: 'flow', figure: 'active_accounts', decimals: 0 } as const) : rule;
  const points = computePoints(summed, rows.map(toDailyRow), resolution);
  return rule.kind === 'growth' ? carryTo(from, points) : points;
}

/** Without the points before `from`, of which the last one is what `from` begins with. */
function carryTo(from: Day, points: readonly Point[]): Point[] {
  const before = points.findLast(({ start }) => start < from);
  const inside = points.filter(({ start }) => start >= from);
  return before && inside[0]?.start !== from ? [{ start: from, value: before.value }, ...inside] : inside;
}
