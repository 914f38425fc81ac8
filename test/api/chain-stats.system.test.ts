import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { countCalledContracts } from '@/lib/api/contract/hot-query';
import { provideTestApi } from '../support/api-harness';
import { address, hex, insert } from '../support/api-rows';
import { walkPages } from '../support/api-walk';

const [empty, api] = await Promise.all([provideTestApi(), provideTestApi()]);
const [USUAL, LATE, PERSON] = [address(70), address(71), address(72)];
/** The first transaction of a block calls a contract, the second one another in the last two blocks, else no contract. */
const recipientOf = (block: number, index: number) => {
  if (index === 0) return USUAL;
  return block >= 38 ? LATE : PERSON;
};
/** 2023-11-14, 22:13:20 UTC. */
const START = 1_700_000_000;

beforeAll(async () => {
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
      await insert.transaction(
        db,
        { block, index },
        { effective_gas_price: String(10 ** 9 * (1 + block)), to_address: recipientOf(block, index) },
      );
  }
  for (const contract of [USUAL, LATE]) await insert.address(db, { address: contract, is_contract: true });
  await insert.address(db, { address: PERSON, is_contract: false });
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

const hot = z.object({
  contract_address: z.object({ hash: z.string() }).transform(({ hash }) => hash.toLowerCase()),
  transactions_count: z.int(),
  total_gas_used: z.int(),
});

test.each([
  ['1h', 1, 1],
  ['3h', 3, 2],
  ['1d', 24, 2],
  ['30d', 40, 2],
])(
  'the contracts that transactions of %s before the newest block were sent to',
  async (scale, usual, late) => {
    const walk = async (query: Record<string, string | number>) =>
      (
        await walkPages(api, '/api/v2/stats/hot-smart-contracts', { item: hot, query: { scale, ...query } })
      ).flat();
    const rows = ([who, count]: readonly [Buffer, number]) => ({
      contract_address: hex(who),
      transactions_count: count,
      total_gas_used: 21_000 * count,
    });
    const expected = [[USUAL, usual] as const, [LATE, late] as const].map(rows);
    const ordered = usual === late ? expected.reverse() : expected;
    expect(await walk({})).toEqual(ordered);
    expect(await walk({ items_count: 1 })).toEqual(ordered);
    expect(await walk({ sort: 'total_gas_used', order: 'asc', items_count: 1 })).toEqual(
      [...ordered].reverse(),
    );
  },
);

test('transactions are counted in chunks of any size, and not at all when there are too many', async () => {
  const all = { from: 0, to: 39 };
  for (const chunk of [1, 3, 40, 80, 81]) {
    const counted = await countCalledContracts(api.db, { ...all, most: 80, chunk });
    expect(counted?.map(({ transactions }) => transactions).sort()).toEqual([2, 40]);
  }
  expect(await countCalledContracts(api.db, { ...all, most: 79, chunk: 40 })).toBeUndefined();
});

test('transactions and fees of the last 24 hours', async () => {
  expect((await api.get('/api/v2/transactions/stats')).body).toEqual({
    pending_transactions_count: '0',
    is_mempool_known: false,
    exchange_rate: null,
    exchange_rate_source: null,
    is_whole_24h: true,
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
  expect((await empty.get('/api/v2/stats/hot-smart-contracts?scale=1h')).body).toEqual({
    items: [],
    next_page_params: null,
  });
  expect((await empty.get('/api/v2/transactions/stats')).body).toMatchObject({
    transactions_count_24h: '0',
    transaction_fees_avg_24h: '0',
  });
});
