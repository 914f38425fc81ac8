import { z } from 'zod';
import { address } from './address-mention';
import { defineEndpoint, listPageOf } from './endpoint';
import { addressHash, count, integerString, jsonInteger } from './formats';
import { addressParam, cursorCount, cursorParam, enumParam, listQuery, orderParam } from './params';

/** Spans of time before the newest block, in seconds. */
export const HOT_SCALES = {
  '5m': 300,
  '1h': 3_600,
  '3h': 10_800,
  '1d': 86_400,
  '7d': 604_800,
  '30d': 2_592_000,
} as const;

/** Maximum number of transactions counted. */
export const MAX_COUNTED_TRANSACTIONS = 100_000;

const hotContract = z
  .object({
    contract_address: address,
    balance: integerString
      .nullable()
      .meta({ description: 'In wei, fetched from the node; null if it does not respond in time.' }),
    transactions_count: count.meta({ description: 'Transactions sent to the contract.' }),
    total_gas_used: jsonInteger.meta({ description: 'Gas used by them.' }),
  })
  .meta({ id: 'HotContract' });

/** The contracts that recent transactions were sent to. */
export const listHotContracts = defineEndpoint({
  id: 'listHotContracts',
  path: '/stats/hot-smart-contracts',
  query: listQuery({
    scale: enumParam(['5m', '1h', '3h', '1d', '7d', '30d'])
      .optional()
      .meta({ description: 'Period before the latest block. Default: 1d.' }),
    sort: enumParam(['transactions_count', 'total_gas_used'])
      .optional()
      .meta({ description: 'Default: transactions_count.' }),
    order: orderParam.optional().meta({ description: 'Default: desc.' }),
    transactions_count: cursorCount,
    total_gas_used: cursorCount,
    contract_address_hash: cursorParam(addressParam),
  }),
  response: listPageOf(hotContract, {
    transactions_count: count,
    total_gas_used: jsonInteger,
    contract_address_hash: addressHash,
  }).meta({ id: 'HotContractsPage' }),
  credits: 50,
  tag: 'chain',
  summary: 'Hot contracts',
  description: `Contracts by transactions received, counted exactly, at most a minute old. If a scale has more than ${MAX_COUNTED_TRANSACTIONS.toLocaleString('en')} transactions, it is rejected (422): use a shorter one.`,
});
