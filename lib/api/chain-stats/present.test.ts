import { expect, test } from 'vitest';
import { nulls, stateRow } from '@/test/support/rows';
import { presentChainStats } from './present';

const NOTHING = {
  total_blocks: '0',
  total_transactions: '0',
  total_addresses: '0',
  total_gas_used: '0',
  average_block_time: null,
  transactions_today: '0',
  gas_used_today: '0',
  network_utilization_percentage: null,
  gas_prices: null,
  gas_price_updated_at: null,
  gas_prices_update_in: null,
  ...nulls(`static_gas_price coin_price coin_price_source coin_price_change_percentage coin_image
    secondary_coin_price secondary_coin_image market_cap tvl`),
};
const ROW = {
  total_gas_used: '123',
  transactions_today: '4',
  gas_used_today: '56',
  recent_gas_used: '25',
  recent_gas_limit: '100',
  slow: '0',
  average: '1500000000',
  fast: '2000000000',
};
const STATE = stateRow({ tip_number: 9, blocks_count: 10, transactions_count: 20, addresses_count: 30 });
const context = { state: STATE, averageBlockTimeMs: 12_000, updatedAt: 1_700_000_000, updateInMs: 0 };

test('a chain of which nothing is indexed', () => {
  const empty = { state: undefined, averageBlockTimeMs: undefined, updatedAt: undefined, updateInMs: 5_000 };
  expect(presentChainStats(undefined, empty)).toEqual(NOTHING);
});

test('a chain with prices, in gwei; a price of 0 is one', () => {
  expect(presentChainStats(ROW, context)).toEqual({
    ...NOTHING,
    total_blocks: '10',
    total_transactions: '20',
    total_addresses: '30',
    total_gas_used: '123',
    average_block_time: 12_000,
    transactions_today: '4',
    gas_used_today: '56',
    network_utilization_percentage: 25,
    gas_prices: { slow: 0, average: 1.5, fast: 2 },
    gas_price_updated_at: '2023-11-14T22:13:20.000000Z',
    gas_prices_update_in: 0,
  });
});

test('without transactions there are no prices, and of blocks without gas no share is used', () => {
  const row = {
    ...ROW,
    slow: null,
    average: null,
    fast: null,
    recent_gas_used: null,
    recent_gas_limit: null,
  };
  expect(presentChainStats(row, context)).toMatchObject({
    gas_prices: null,
    gas_price_updated_at: null,
    gas_prices_update_in: null,
    network_utilization_percentage: null,
  });
});
