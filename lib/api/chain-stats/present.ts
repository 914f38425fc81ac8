import type { IndexerStateRow } from '@/lib/api/indexing-status/query';
import { presentPriceSource } from '@/lib/api/price/present';
import { presentTimestamp } from '@/lib/api/values';
import type { ChainStats } from '@/lib/endpoints/chain-stats';
import type { ChainStatsRow } from './query';

const WEI_PER_GWEI = 1e9;

/** Presents the chain's statistics; `updatedAt` is the tip's timestamp in Unix seconds. */
export function presentChainStats(
  row: ChainStatsRow | undefined,
  context: Readonly<{
    state: IndexerStateRow | undefined;
    averageBlockTimeMs: number | undefined;
    updatedAt: number | undefined;
    updateInMs: number;
  }>,
): ChainStats {
  const { state, updatedAt } = context;
  const gas_prices = row ? presentGasPrices(row) : null;
  return {
    total_blocks: String(state?.blocks_count ?? 0),
    total_transactions: String(state?.transactions_count ?? 0),
    total_addresses: String(state?.addresses_count ?? 0),
    total_gas_used: row?.total_gas_used ?? '0',
    average_block_time: context.averageBlockTimeMs ?? null,
    transactions_today: row?.transactions_today ?? '0',
    gas_used_today: row?.gas_used_today ?? '0',
    network_utilization_percentage: row ? presentUtilization(row) : null,
    gas_prices,
    gas_price_updated_at: gas_prices && updatedAt !== undefined ? presentTimestamp(updatedAt) : null,
    gas_prices_update_in: gas_prices && context.updateInMs,
    static_gas_price: null,
    coin_price: state?.coin_price?.price ?? null,
    coin_price_source: presentPriceSource(state?.coin_price ?? null),
    coin_price_change_percentage: null,
    coin_image: null,
    secondary_coin_price: null,
    secondary_coin_image: null,
    market_cap: null,
    tvl: null,
  };
}

function presentGasPrices({ slow, average, fast }: ChainStatsRow): ChainStats['gas_prices'] {
  if (slow === null || average === null || fast === null) return null;
  const toGwei = (wei: string) => Number(wei) / WEI_PER_GWEI;
  return { slow: toGwei(slow), average: toGwei(average), fast: toGwei(fast) };
}

function presentUtilization({ recent_gas_used, recent_gas_limit }: ChainStatsRow): number | null {
  const limit = Number(recent_gas_limit ?? 0);
  return limit === 0 ? null : (100 * Number(recent_gas_used ?? 0)) / limit;
}
