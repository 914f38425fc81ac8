import { z } from 'zod';
import { anyQuery, chartInfo, chartPoint, STATS_COMMON } from './chart';
import { defineEndpoint } from './endpoint';
import { decimalString } from './formats';

const counter = z
  .object({
    id: z.string(),
    value: decimalString,
    title: z.string(),
    units: z.string().nullable(),
    description: z.string(),
  })
  .meta({ id: 'Counter' });
/** A counter of a chain. */
export type Counter = z.output<typeof counter>;

const optional = counter.nullable();
const recent = z.object({ chart: z.array(chartPoint), info: chartInfo }).nullable();
const common = { ...STATS_COMMON, query: anyQuery, errors: [] } as const;

/** Counters of a chain. */
export const listCounters = defineEndpoint({
  ...common,
  id: 'listCounters',
  path: '/counters',
  response: z.object({ counters: z.array(counter) }).meta({ id: 'Counters' }),
  summary: 'Counters',
  description: [
    'Totals and averages of the whole chain. Today is the day of the latest indexed block, and the last 24 hours end',
    'with it. Counters that cannot be measured, such as pending transactions without a mempool, are left out.',
  ].join(' '),
});

/** Statistics for a chain's main page. */
export const getMainPageStats = defineEndpoint({
  ...common,
  id: 'getMainPageStats',
  path: '/pages/main',
  response: z
    .object({
      average_block_time: optional,
      total_addresses: optional,
      total_blocks: optional,
      total_transactions: optional,
      yesterday_transactions: optional,
      total_operational_transactions: optional,
      yesterday_operational_transactions: optional,
      op_stack_total_operational_transactions: optional,
      op_stack_yesterday_operational_transactions: optional,
      daily_new_transactions: recent,
      daily_new_operational_transactions: recent,
      op_stack_daily_new_operational_transactions: recent,
    })
    .meta({ id: 'MainPageStats' }),
  summary: 'Main page statistics',
  description:
    'Totals, figures for the day before the latest indexed one, and 30 days of transactions. Null if not applicable to the chain.',
});

/** Statistics for the page of transactions. */
export const getTransactionsPageStats = defineEndpoint({
  ...common,
  id: 'getTransactionsPageStats',
  path: '/pages/transactions',
  response: z
    .object({
      pending_transactions_30m: optional,
      transactions_fee_24h: optional,
      average_transactions_fee_24h: optional,
      transactions_24h: optional,
      operational_transactions_24h: optional,
      op_stack_operational_transactions_24h: optional,
      new_zetachain_cross_chain_transactions_24h: optional,
      pending_zetachain_cross_chain_transactions: optional,
      total_zetachain_cross_chain_transactions: optional,
    })
    .meta({ id: 'TransactionsPageStats' }),
  summary: 'Transactions page statistics',
  description: 'Transactions and fees in the 24 hours before the latest block. Null if not known.',
});

/** Statistics for the page of contracts. */
export const getContractsPageStats = defineEndpoint({
  ...common,
  id: 'getContractsPageStats',
  path: '/pages/contracts',
  response: z
    .object({
      total_contracts: optional,
      new_contracts_24h: optional,
      total_verified_contracts: optional,
      new_verified_contracts_24h: optional,
    })
    .meta({ id: 'ContractsPageStats' }),
  summary: 'Contracts page statistics',
  description: 'Numbers of contracts. Null if not known.',
});

const updateStatus = z.enum([
  'PENDING',
  'WAITING_FOR_STARTING_CONDITION',
  'QUEUED_FOR_INITIAL_UPDATE',
  'RUNNING_INITIAL_UPDATE',
  'COMPLETED_INITIAL_UPDATE',
]);
/** Progress of statistics. */
export type UpdateStatus = z.output<typeof updateStatus>;

/** Progress of all statistics. */
export const getStatsUpdateStatus = defineEndpoint({
  ...common,
  id: 'getStatsUpdateStatus',
  path: '/update-status',
  response: z
    .object({
      all_status: updateStatus,
      independent_status: updateStatus,
      blocks_dependent_status: updateStatus,
      internal_transactions_dependent_status: updateStatus,
      user_ops_dependent_status: updateStatus,
      zetachain_cctx_dependent_status: updateStatus,
    })
    .meta({ id: 'StatsUpdateStatus' }),
  summary: 'Statistics update status',
  description:
    'Statistics are written with the blocks: they are incomplete only while the index is behind the head of the chain.',
});

/** Health of the statistics service. */
export const getStatsHealth = defineEndpoint({
  ...common,
  id: 'getStatsHealth',
  service: 'statsHealth',
  path: '',
  response: z.object({ status: z.literal('SERVING') }).meta({ id: 'StatsHealth' }),
  summary: 'Statistics service health',
  description: 'Always the same response while the service runs and its database is reachable.',
});
