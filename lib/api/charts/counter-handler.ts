import { Refusal, statsError } from '@/lib/api/answer';
import { type CallContext, implement } from '@/lib/api/implement';
import { presentIndexingProgress } from '@/lib/api/indexing-status/present';
import { findIndexerState } from '@/lib/api/indexing-status/query';
import type { Database } from '@/lib/db/open-database';
import { getChart, listChartSeries, listCharts, type Resolution } from '@/lib/endpoints/chart';
import {
  getContractsPageStats,
  getMainPageStats,
  getStatsHealth,
  getStatsUpdateStatus,
  getTransactionsPageStats,
  listCounters,
  type UpdateStatus,
} from '@/lib/endpoints/counter';
import { appliesTo, CHARTS, describeChart, findChart, listSections, resolutionsOf } from './catalog';
import { type CounterId, type CounterInput, presentCounter, presentCounters } from './counters';
import { MAX_POINTS } from './fill';
import { type DailyFigure, findStatsRange, readDays } from './query';
import { readChart, readChartSeries } from './read-charts';
import type { ChartDefinition } from './rule';

/** GET /counters. */
export const countersOperation = implement(listCounters, async (context) => ({
  counters: presentCounters(await readInput(context), context.chain.symbol),
}));

/** GET /pages/main. */
export const mainPageStatsOperation = implement(getMainPageStats, async (context) => {
  const counter = await loadCounters(context);
  const recent = (id: string) => readRecent(context, id);
  const [all, arbitrum, opStack] = await Promise.all([
    recent('newTxnsWindow'),
    recent('newOperationalTxnsWindow'),
    recent('opStackNewOperationalTxnsWindow'),
  ]);
  return {
    average_block_time: counter('averageBlockTime'),
    total_addresses: counter('totalAddresses'),
    total_blocks: counter('totalBlocks'),
    total_transactions: counter('totalTxns'),
    yesterday_transactions: counter('yesterdayTxns'),
    total_operational_transactions: counter('totalOperationalTxns'),
    yesterday_operational_transactions: counter('yesterdayOperationalTxns'),
    op_stack_total_operational_transactions: counter('opStackTotalOperationalTxns'),
    op_stack_yesterday_operational_transactions: counter('opStackYesterdayOperationalTxns'),
    daily_new_transactions: all,
    daily_new_operational_transactions: arbitrum,
    op_stack_daily_new_operational_transactions: opStack,
  };
});

/** GET /pages/transactions. */
export const transactionsPageStatsOperation = implement(getTransactionsPageStats, async (context) => {
  const counter = await loadCounters(context);
  return {
    pending_transactions_30m: counter('pendingTxns30m'),
    transactions_fee_24h: counter('txnsFee24h'),
    average_transactions_fee_24h: counter('averageTxnFee24h'),
    transactions_24h: counter('newTxns24h'),
    operational_transactions_24h: counter('newOperationalTxns24h'),
    op_stack_operational_transactions_24h: counter('opStackNewOperationalTxns24h'),
    new_zetachain_cross_chain_transactions_24h: null,
    pending_zetachain_cross_chain_transactions: null,
    total_zetachain_cross_chain_transactions: null,
  };
});

/** GET /pages/contracts. */
export const contractsPageStatsOperation = implement(getContractsPageStats, async (context) => {
  const counter = await loadCounters(context);
  return {
    total_contracts: counter('totalContracts'),
    new_contracts_24h: counter('newContracts24h'),
    total_verified_contracts: null,
    new_verified_contracts_24h: null,
  };
});

/** GET /update-status. Statistics are written together with their blocks. */
export const statsUpdateStatusOperation = implement(getStatsUpdateStatus, async ({ db }) => {
  const { isFollowing } = presentIndexingProgress(await findIndexerState(db));
  const status: UpdateStatus = isFollowing ? 'COMPLETED_INITIAL_UPDATE' : 'RUNNING_INITIAL_UPDATE';
  return {
    all_status: status,
    independent_status: status,
    blocks_dependent_status: status,
    internal_transactions_dependent_status: status,
    user_ops_dependent_status: status,
    zetachain_cctx_dependent_status: status,
  };
});

/** GET /stats-service/health. */
export const statsHealthOperation = implement(getStatsHealth, async () => ({ status: 'SERVING' as const }));

async function loadCounters(context: CallContext) {
  const input = await readInput(context);
  return (id: CounterId) => presentCounter(id, input, context.chain.symbol);
}

async function readInput({ db, services }: CallContext): Promise<CounterInput> {
  const [totals, state, averageBlockTimeMs, days, lastDay, lately, pending] = await Promise.all([
    services.totals(db),
    findIndexerState(db),
    services.averageBlockTimeMs(db),
    readLastDays(db),
    services.lastDay(db),
    services.pendingLately(db),
    services.pendingCount(db),
  ]);
  return {
    totals,
    state,
    averageBlockTimeMs,
    ...days,
    lastDay,
    pending: pending === undefined ? undefined : lately,
  };
}

const DAY_FIGURES: readonly DailyFigure[] = [
  'blocks',
  'transactions',
  'new_contracts',
  'op_stack_system_transactions',
];

async function readLastDays(db: Database): Promise<Pick<CounterInput, 'today' | 'yesterday'>> {
  const last = (await findStatsRange(db))?.last;
  if (last === undefined) return { today: {}, yesterday: {} };
  const rows =
    (await readDays(db, DAY_FIGURES, { from: last - 1, to: last, by: 'DAY', isTotal: false }))?.rows ?? [];
  const figuresOf = (day: number) => rows.find((row) => row.day === day)?.figures ?? {};
  return { today: figuresOf(last), yesterday: figuresOf(last - 1) };
}

async function readRecent({ db, chain, services }: CallContext, id: string) {
  const chart = findChart(id);
  if (!chart || !appliesTo(chart, await services.totals(db))) return null;
  const points = await readChart(db, chart, { resolution: 'DAY' });
  return { chart: points ?? [], info: describeChart(chart, chain.symbol) };
}

/** GET /lines. */
export const chartsOperation = implement(listCharts, async ({ db, chain, services }) => ({
  sections: listSections(await services.totals(db), chain.symbol),
}));

/** GET /lines/{name}. */
export const chartOperation = implement(getChart, async ({ db, chain, params, query }) => {
  const chart = findChart(params.name);
  if (!chart) return unknownChart(params.name);
  const resolution = resolutionOf(query.resolution);
  if (!resolutionsOf(chart).includes(resolution))
    return new Refusal(
      statsError(5, `resolution '${resolution}' for line chart '${chart.id}' was not found`),
    );
  const points = await readChart(db, chart, { ...query, resolution });
  const refusal = `exceeded limit on requested data points (~${MAX_POINTS}); choose smaller time interval.`;
  return points
    ? { chart: points, info: describeChart(chart, chain.symbol) }
    : new Refusal(statsError(3, refusal));
});

/** GET /series. */
export const chartSeriesOperation = implement(listChartSeries, async ({ db, query, services }) => {
  const ids = [...new Set(query.ids?.split(',').filter((id) => id !== ''))];
  const unknown = ids.find((id) => !findChart(id));
  if (unknown !== undefined) return unknownChart(unknown);
  const found = ids.flatMap((id): ChartDefinition[] => {
    const chart = findChart(id);
    return chart ? [chart] : [];
  });
  const totals = await services.totals(db);
  const charts = ids.length > 0 ? found : CHARTS.filter((chart) => appliesTo(chart, totals));
  return {
    series: await readChartSeries(db, charts, { ...query, resolution: resolutionOf(query.resolution) }),
  };
});

function unknownChart(id: string): Refusal {
  return new Refusal(statsError(5, `chart with name '${id}' was not found`));
}

function resolutionOf(resolution: Resolution | 'RESOLUTION_UNSPECIFIED' | undefined): Resolution {
  return resolution === undefined || resolution === 'RESOLUTION_UNSPECIFIED' ? 'DAY' : resolution;
}
