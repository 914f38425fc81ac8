import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApi, type TestApi } from '../support/api-harness';
import { insert } from '../support/api-rows';

let empty: TestApi;
let api: TestApi;
/** 2023-11-14, 22:13:20 UTC. */
const START = 1_700_000_000;

beforeAll(async () => {
  [empty, api] = await Promise.all([createTestApi(), createTestApi()]);
  const { sql, db } = api;
  for (let block = 0; block < 40; block += 1) {
    await insert.block(db, block, {
      timestamp: START + 3_600 * block,
      gas_limit: '100',
      gas_used: '25',
      transactions_count: 2,
      transaction_fees: '30',
    });
    for (const index of [0, 1])
      await insert.transaction(db, { block, index }, { effective_gas_price: String(10 ** 9 * (1 + block)) });
  }
  await sql`
    update ${db.schema}.indexer_state set blocks_count = 40, transactions_count = 80, addresses_count = 5`;
  const rest = {
    blocks: 1,
    successful_transactions: 0,
    native_coin_transfers: 0,
    new_contracts: 0,
    gas_limit: '1',
    block_size: '1',
    gas_price_sum: '0',
    fee_sum: '0',
    authorizations: 0,
    fhe_operations: 0,
    hcu: '0',
  };
  for (let day = 1; day <= 40; day += 1) {
    if (day === 38) continue;
    const date = new Date(Date.UTC(2026, 0, day)).toISOString().slice(0, 10);
    await sql`
      insert into ${db.schema}.daily_stats ${sql({ day: date, transactions: day, gas_used: String(10 * day), ...rest })}`;
  }
});
afterAll(() => Promise.all([empty.stop(), api.stop()]));

test('the figures of a chain', async () => {
  expect((await api.get('/api/v2/stats')).body).toMatchObject({
    total_blocks: '40',
    total_transactions: '80',
    total_addresses: '5',
    total_gas_used: String(10 * ((40 * 41) / 2 - 38)),
    average_block_time: 3_600_000,
    transactions_today: '40',
    gas_used_today: '400',
    network_utilization_percentage: 25,
    gas_prices: { slow: 14, average: 24, fast: 36 },
    gas_price_updated_at: '2023-11-16T13:13:20.000000Z',
    coin_price: null,
    market_cap: null,
  });
});

test('with the header that frontends send, gas prices are objects: those of /gas-prices', async () => {
  const headers = { 'updated-gas-oracle': 'true' };
  const answer = await api.get('/api/v2/stats', { headers });
  const gas = z
    .object({ priority_fees: z.object({ average: z.string() }) })
    .parse((await api.get('/api/v2/gas-prices')).body);
  expect(answer.headers.get('vary')).toBe('updated-gas-oracle');
  expect(answer.body).toMatchObject({
    gas_prices: {
      average: {
        ...{ price: 30, base_fee: 7e-9, time: null, fiat_price: null },
        priority_fee: Number(gas.priority_fees.average) / 1e9,
        priority_fee_wei: gas.priority_fees.average,
      },
    },
  });
  expect((await empty.get('/api/v2/stats', { headers })).body).toMatchObject({ gas_prices: null });
});

test('transactions by day, the newest complete day first, days without blocks as 0', async () => {
  const { chart_data } = z
    .object({ chart_data: z.array(z.object({ date: z.string(), transactions_count: z.int() })) })
    .parse((await api.get('/api/v2/stats/charts/transactions')).body);
  expect(chart_data).toHaveLength(31);
  expect(chart_data.slice(0, 3)).toEqual([
    { date: '2026-02-08', transactions_count: 39 },
    { date: '2026-02-07', transactions_count: 0 },
    { date: '2026-02-06', transactions_count: 37 },
  ]);
  expect(chart_data.at(-1)).toEqual({ date: '2026-01-09', transactions_count: 9 });
});

test('transactions and fees of the last 24 hours', async () => {
  expect((await api.get('/api/v2/transactions/stats')).body).toEqual({
    pending_transactions_count: '0',
    is_mempool_known: false,
    transactions_count_24h: '50',
    transaction_fees_sum_24h: '750',
    transaction_fees_avg_24h: '15',
  });
});

test('a chain of which nothing is indexed has zeros and nulls', async () => {
  expect((await empty.get('/api/v2/stats')).body).toMatchObject({
    total_blocks: '0',
    total_gas_used: '0',
    average_block_time: null,
    network_utilization_percentage: null,
    gas_prices: null,
    gas_price_updated_at: null,
  });
  expect((await empty.get('/api/v2/stats/charts/transactions')).body).toEqual({ chart_data: [] });
  expect((await empty.get('/api/v2/transactions/stats')).body).toMatchObject({
    transactions_count_24h: '0',
    transaction_fees_avg_24h: '0',
  });
});
