import { z } from 'zod';
import { defineEndpoint } from './endpoint';
import { count, decimalString, integerString, timestamp } from './formats';
import { noParams, noQuery } from './params';

const common = { params: noParams, query: noQuery } as const;

/** Statistics of a chain; unavailable figures, such as prices, are null. */
const chainStats = z
  .object({
    total_blocks: integerString,
    total_transactions: integerString,
    total_addresses: integerString,
    total_gas_used: integerString,
    average_block_time: z.number().nullable().meta({ description: 'Milliseconds, over recent blocks.' }),
    transactions_today: integerString.meta({ description: 'On the day (UTC) of the newest block.' }),
    gas_used_today: integerString.meta({ description: 'On the day (UTC) of the newest block.' }),
    network_utilization_percentage: z
      .number()
      .nullable()
      .meta({ description: 'Gas used of the limits of the newest 100 blocks.' }),
    gas_prices: z
      .object({ slow: z.number(), average: z.number(), fast: z.number() })
      .nullable()
      .meta({ description: 'Gwei, of what recent transactions paid; null when there are none.' }),
    gas_price_updated_at: timestamp.nullable(),
    gas_prices_update_in: count.nullable().meta({ description: 'Milliseconds.' }),
    static_gas_price: integerString.nullable(),
    coin_price: decimalString.nullable(),
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
  ...common,
  id: 'getChainStats',
  path: '/stats',
  tag: 'chain',
  response: chainStats,
  summary: 'Figures of the chain',
  description: 'Totals, recent gas prices and utilization, a few seconds old at most.',
});

/** Daily transactions of the last 31 complete days, newest first. */
export const listTransactionsByDay = defineEndpoint({
  ...common,
  id: 'listTransactionsByDay',
  path: '/stats/charts/transactions',
  tag: 'chain',
  response: z
    .object({ chart_data: z.array(z.object({ date: z.iso.date(), transactions_count: count })).max(31) })
    .meta({ id: 'TransactionsByDay' }),
  summary: 'Transactions by day',
  description: 'The transactions of the 31 days before the day of the newest block, newest first.',
});

/** Transactions and fees of the 24 hours before the tip. */
export const getTransactionsStats = defineEndpoint({
  ...common,
  id: 'getTransactionsStats',
  path: '/transactions/stats',
  response: z
    .object({
      pending_transactions_count: integerString
        .nullable()
        .meta({ description: 'How many wait now; null when the node does not show its pool.' }),
      transactions_count_24h: integerString,
      transaction_fees_sum_24h: integerString.meta({ description: 'Wei.' }),
      transaction_fees_avg_24h: integerString.meta({ description: 'Wei.' }),
    })
    .meta({ id: 'TransactionsStats' }),
  summary: 'Transactions and fees of 24 hours',
  description: 'Of the 24 hours before the newest block, half a minute old at most.',
});
