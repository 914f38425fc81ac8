import { z } from 'zod';
import { defineEndpoint } from './endpoint';
import { count, decimalString, integerString, timestamp } from './formats';
import { priceNow } from './price-source';

const gasPrice = z
  .object({
    price: z.number().meta({ description: 'Base plus priority fee, in gwei.' }),
    time: z.number().nullable().meta({ description: 'Milliseconds to inclusion; null if unmeasured.' }),
    base_fee: z.number().nullable().meta({ description: 'Gwei, of the next block; null without base fees.' }),
    priority_fee: z.number().nullable().meta({ description: 'Gwei.' }),
    priority_fee_wei: integerString.nullable(),
    fiat_price: decimalString
      .nullable()
      .meta({ description: 'Fee of a coin transfer in US dollars; null without a price.' }),
  })
  .meta({ id: 'GasPrice' });
/** What gas costs at one speed. */
export type GasPrice = z.output<typeof gasPrice>;

const pricesOf = <Price extends z.ZodType>(price: Price) =>
  z.object({ slow: price, average: price, fast: price });

/** Statistics of a chain; unavailable figures, such as prices, are null. */
const chainStats = z
  .object({
    total_blocks: integerString,
    total_transactions: integerString,
    total_addresses: integerString,
    total_gas_used: integerString,
    average_block_time: z.number().nullable().meta({ description: 'In milliseconds, over recent blocks.' }),
    transactions_today: integerString.meta({ description: 'On the day (UTC) of the latest block.' }),
    gas_used_today: integerString.meta({ description: 'On the day (UTC) of the latest block.' }),
    network_utilization_percentage: z
      .number()
      .nullable()
      .meta({ description: 'Gas used as a share of the gas limits of the latest 100 blocks.' }),
    gas_prices: z
      .union([pricesOf(z.number()), pricesOf(gasPrice)])
      .nullable()
      .meta({
        description:
          'In gwei, paid by recent transactions; with `updated-gas-oracle: true`, those of `/gas-prices`. Null if there are none.',
      }),
    gas_price_updated_at: timestamp.nullable(),
    gas_prices_update_in: count.nullable().meta({ description: 'Milliseconds.' }),
    static_gas_price: integerString.nullable(),
    coin_price: priceNow.exchange_rate,
    coin_price_source: priceNow.exchange_rate_source,
    coin_price_change_percentage: z.number().nullable(),
    coin_image: z.string().nullable(),
    secondary_coin_price: decimalString.nullable(),
    secondary_coin_image: z.string().nullable(),
    market_cap: decimalString.nullable(),
    tvl: decimalString.nullable(),
  })
  .meta({ id: 'ChainStats' });
/** Statistics of a chain. */
export type ChainStats = z.output<typeof chainStats>;

/** Statistics of a chain, cached for seconds. */
export const getChainStats = defineEndpoint({
  id: 'getChainStats',
  path: '/stats',
  tag: 'chain',
  headers: { 'updated-gas-oracle': '`true`: gas prices as objects, by the base fee of the next block.' },
  response: chainStats,
  summary: 'Chain statistics',
  description: 'Totals, recent gas prices and utilization, at most a few seconds old.',
});

/** Daily transactions of the last 31 complete days, newest first. */
export const listTransactionsByDay = defineEndpoint({
  id: 'listTransactionsByDay',
  path: '/stats/charts/transactions',
  tag: 'chain',
  response: z
    .object({ chart_data: z.array(z.object({ date: z.iso.date(), transactions_count: count })).max(31) })
    .meta({ id: 'TransactionsByDay' }),
  summary: 'Daily transactions',
  description:
    'Transactions on each of the 31 days before the day of the latest block, newest first, as far as whole days are indexed.',
});

const marketDay = z.object({
  date: z.iso.date(),
  closing_price: decimalString.nullable(),
  market_cap: decimalString.nullable(),
  tvl: decimalString.nullable(),
});
const market = {
  tag: 'chain',
  response: z
    .object({ available_supply: decimalString.nullable(), chart_data: z.array(marketDay).max(0) })
    .meta({ id: 'MarketChart' }),
} as const;
const NO_PRICES = 'No prices are collected: no days, and supply is null.';

/** Prices of the coin by day: always empty. */
export const getMarketChart = defineEndpoint({
  ...market,
  id: 'getMarketChart',
  path: '/stats/charts/market',
  summary: 'Coin market chart',
  description: NO_PRICES,
});

/** Prices of a second coin by day: always empty. */
export const getSecondaryMarketChart = defineEndpoint({
  ...market,
  id: 'getSecondaryMarketChart',
  path: '/stats/charts/secondary-coin-market',
  summary: 'Second coin market chart',
  description: NO_PRICES,
});

/** Transactions and fees of the 24 hours before the tip. */
export const getTransactionsStats = defineEndpoint({
  id: 'getTransactionsStats',
  path: '/transactions/stats',
  response: z
    .object({
      pending_transactions_count: integerString.meta({
        description: 'Currently in the mempool; 0 if `is_mempool_known` is false.',
      }),
      is_mempool_known: z
        .boolean()
        .default(true)
        .meta({ description: 'False if the node does not expose its mempool.' }),
      ...priceNow,
      is_whole_24h: z.boolean().default(true).meta({
        description:
          'False if the index begins less than 24 hours before the latest block: the figures are of the indexed blocks.',
      }),
      transactions_count_24h: integerString,
      transaction_fees_sum_24h: integerString.meta({ description: 'Wei.' }),
      transaction_fees_avg_24h: integerString.meta({ description: 'Wei.' }),
    })
    .meta({ id: 'TransactionsStats' }),
  summary: 'Transaction statistics, 24 hours',
  description: 'For the 24 hours before the latest block, at most 30 s old.',
});
