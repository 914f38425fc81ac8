import { presentBlocks } from '@/lib/api/block/loader';
import { findLatestBlock, listBlocks } from '@/lib/api/block/query';
import { toIsoDay } from '@/lib/api/charts/periods';
import { findStatsRange } from '@/lib/api/charts/query';
import { presentGasOracle } from '@/lib/api/gas/present';
import { implement } from '@/lib/api/implement';
import { findIndexerState } from '@/lib/api/indexing-status/query';
import { presentPriceSource } from '@/lib/api/price/present';
import { CHAIN_STATS_MS } from '@/lib/api/services';
import { presentTransactions } from '@/lib/api/transaction/loader';
import { listTransactions } from '@/lib/api/transaction/query';
import {
  getChainStats,
  getMarketChart,
  getSecondaryMarketChart,
  getTransactionsStats,
  listTransactionsByDay,
} from '@/lib/endpoints/chain-stats';
import { listMainPageBlocks, listMainPageTransactions } from '@/lib/endpoints/main-page';
import { presentChainStats } from './present';
import { listTransactionsByDay as queryTransactionsByDay } from './query';

const DAYS = 31;

/** GET /stats. */
export const chainStatsOperation = implement(getChainStats, async ({ db, services, headers }) => {
  const [row, state, averageBlockTimeMs, latest, sample] = await Promise.all([
    services.chainStats(db),
    findIndexerState(db),
    services.averageBlockTimeMs(db),
    findLatestBlock(db),
    headers['updated-gas-oracle'] === 'true' ? services.gasSample(db) : undefined,
  ]);
  const updatedAt = latest?.timestamp;
  const stats = presentChainStats(row, { state, averageBlockTimeMs, updatedAt, updateInMs: CHAIN_STATS_MS });
  if (sample === undefined) return stats;
  const gas_prices = presentGasOracle(sample);
  const { gas_price_updated_at, gas_prices_update_in } = stats;
  return {
    ...stats,
    gas_prices,
    gas_price_updated_at: gas_prices && gas_price_updated_at,
    gas_prices_update_in: gas_prices && gas_prices_update_in,
  };
});

/** GET /stats/charts/transactions, without the incomplete days of the tip and of an index that begins late. */
export const transactionsByDayOperation = implement(listTransactionsByDay, async ({ db }) => {
  const stored = await findStatsRange(db);
  if (!stored) return { chart_data: [] };
  const to = stored.last - 1;
  const from = Math.max(stored.isLate ? stored.first + 1 : stored.first, to - DAYS + 1);
  const rows = await queryTransactionsByDay(db, { from, to });
  const counts = new Map(rows.map(({ day, transactions }) => [day, transactions]));
  const chart_data = [];
  for (let day = to; day >= from; day -= 1)
    chart_data.push({ date: toIsoDay(day), transactions_count: counts.get(day) ?? 0 });
  return { chart_data };
});

const NO_PRICES = { available_supply: null, chart_data: [] };

/** GET /stats/charts/market. */
export const marketChartOperation = implement(getMarketChart, async () => NO_PRICES);

/** GET /stats/charts/secondary-coin-market. */
export const secondaryMarketChartOperation = implement(getSecondaryMarketChart, async () => NO_PRICES);

/** GET /transactions/stats. */
export const transactionsStatsOperation = implement(getTransactionsStats, async ({ db, services }) => {
  const [{ transactions, fees, coin_price: price, is_whole: isWhole }, pending] = await Promise.all([
    services.lastDay(db),
    services.pendingCount(db),
  ]);
  const count = BigInt(transactions);
  return {
    pending_transactions_count: String(pending ?? 0),
    is_mempool_known: pending !== undefined,
    exchange_rate: price?.price ?? null,
    exchange_rate_source: presentPriceSource(price),
    is_whole_24h: isWhole,
    transactions_count_24h: transactions,
    transaction_fees_sum_24h: fees,
    // rounded, as the counter of the statistics is
    transaction_fees_avg_24h: count === 0n ? '0' : String((BigInt(fees) + count / 2n) / count),
  };
});

/** GET /main-page/blocks. */
export const mainPageBlocksOperation = implement(listMainPageBlocks, async (context) =>
  presentBlocks(context, await listBlocks(context.db, { below: undefined, limit: 4 })),
);

/** GET /main-page/transactions. */
export const mainPageTransactionsOperation = implement(listMainPageTransactions, async (context) =>
  presentTransactions(context, await listTransactions(context.db, { before: undefined, limit: 6 })),
);
