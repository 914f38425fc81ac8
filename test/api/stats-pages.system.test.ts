import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApi, provideTestApi } from '../support/api-harness';
import { address, hash } from '../support/api-rows';
import { type PlainBlock, writePlainBlocks } from '../support/plain-chain';

const DAY = 86_400;
const NOON = Date.parse('2024-03-05T12:00:00Z') / 1000;
const PATH = '/stats-service/api/v1';

const api = await provideTestApi();
beforeAll(async () => {
  const block = (
    number: number,
    timestamp: number,
    transactions: PlainBlock['transactions'],
  ): PlainBlock => ({
    number,
    timestamp,
    transactions,
  });
  await writePlainBlocks(api.db, [
    block(0, NOON - 40 * DAY, [{ from: address(1), creates: [address(101)] }]),
    block(1, NOON - 2 * DAY, [{ from: address(1), to: address(2), gasPrice: 1n }]),
    block(2, NOON - DAY + 3600, [
      { from: address(1), to: address(2), gasUsed: 21_000n, gasPrice: 10n ** 9n },
      { from: address(2), creates: [address(102)], transfers: [{ token: address(7), type: 'ERC-20' }] },
    ]),
    block(3, NOON, [{ from: address(3), to: address(2), gasUsed: 21_001n, gasPrice: 2n * 10n ** 9n }]),
  ]);
});

const get = async (path: string) => (await api.get(`${PATH}${path}`)).body;
const valuesOf = async (path: string) =>
  Object.fromEntries(
    Object.entries(z.record(z.string(), z.unknown()).parse(await get(path))).map(([name, figure]) => {
      const value = z.looseObject({ value: z.string() }).safeParse(figure);
      return [name, value.success ? value.data.value : figure];
    }),
  );

test('the first page has totals, yesterday and the days of a month', async () => {
  const page = await valuesOf('/pages/main');
  expect(page).toMatchObject({
    total_blocks: '4',
    total_transactions: '5',
    yesterday_transactions: '2',
    total_operational_transactions: null,
    op_stack_daily_new_operational_transactions: null,
  });
  const { chart, info } = z
    .looseObject({
      chart: z.array(z.looseObject({ date: z.string(), value: z.string() })),
      info: z.unknown(),
    })
    .parse(page.daily_new_transactions);
  expect(info).toMatchObject({ id: 'newTxnsWindow', resolutions: ['DAY'] });
  expect(chart).toHaveLength(30);
  expect(chart[0]).toEqual({ date: '2024-02-04', date_to: '2024-02-04', value: '0' });
  expect(chart.slice(-2).map(({ date, value }) => [date, value])).toEqual([
    ['2024-03-03', '1'],
    ['2024-03-04', '2'],
  ]);
});

test('the pages of transactions and contracts tell the last 24 hours', async () => {
  expect(await valuesOf('/pages/transactions')).toEqual({
    pending_transactions_30m: null,
    transactions_fee_24h: '0.000063002',
    average_transactions_fee_24h: '0.000021000666666666667',
    transactions_24h: '3',
    operational_transactions_24h: null,
    op_stack_operational_transactions_24h: null,
    new_zetachain_cross_chain_transactions_24h: null,
    pending_zetachain_cross_chain_transactions: null,
    total_zetachain_cross_chain_transactions: null,
  });
  const { body } = await api.get('/api/v2/transactions/stats');
  expect(body).toMatchObject({ transaction_fees_avg_24h: '21000666666667' });
  expect(await valuesOf('/pages/contracts')).toEqual({
    total_contracts: '2',
    new_contracts_24h: '1',
    total_verified_contracts: null,
    new_verified_contracts_24h: null,
  });
});

test('counters', async () => {
  const { counters } = z
    .object({ counters: z.array(z.looseObject({ id: z.string(), value: z.string() })) })
    .parse(await get('/counters'));
  expect(Object.fromEntries(counters.map(({ id, value }) => [id, value]))).toMatchObject({
    completedTxns: '5',
    lastNewContracts: '0',
    totalAccounts: '3',
    totalBuilderAccounts: '2',
    totalContracts: '2',
    totalTokens: '1',
    newTxns24h: '3',
  });
});

test('statistics are complete when the index has reached the head', async () => {
  const status = async () => z.looseObject({ all_status: z.string() }).parse(await get('/update-status'));
  expect((await status()).all_status).toBe('COMPLETED_INITIAL_UPDATE');
  await api.sql`update ${api.db.schema}.indexer_state set remote_head = 1000`;
  const running = await status();
  expect(new Set(Object.values(running))).toEqual(new Set(['RUNNING_INITIAL_UPDATE']));
});

test('the service says that it is there, on both surfaces', async () => {
  expect((await api.get('/stats-service/health')).body).toEqual({ status: 'SERVING' });
  const open = await api.request('/stats-service/health');
  expect([open.status, open.body]).toEqual([200, { status: 'SERVING' }]);
  expect((await api.get('/stats-service/healthy')).status).toBe(404);
});

test('what there is nothing to measure of is left out, not 0', async () => {
  const other = await createTestApi();
  try {
    const body = z.object({ counters: z.array(z.looseObject({ id: z.string() })) });
    const known = body.parse((await other.get(`${PATH}/counters`)).body).counters.map(({ id }) => id);
    expect(known).toContain('newTxns24h');
    const unmeasured = ['averageBlockTime', 'averageTxnFee24h', 'pendingTxns30m'];
    expect(known.filter((id) => unmeasured.includes(id))).toEqual([]);
    expect((await other.get(`${PATH}/pages/main`)).body).toMatchObject({ average_block_time: null });
  } finally {
    await other.stop();
  }
});

test('what an index that begins late has of the last 24 hours is said to be a part', async () => {
  const isWhole = async (first_block: number, hours: number) => {
    const late = await createTestApi();
    try {
      await writePlainBlocks(
        late.db,
        [0, hours].map((hour, number) => ({ number, timestamp: NOON + 3600 * hour, transactions: [] })),
      );
      await late.sql`update ${late.db.schema}.indexer_state set first_block = ${first_block}`;
      const { body } = await late.get('/api/v2/transactions/stats');
      const counters = z.object({ counters: z.array(z.object({ id: z.string(), description: z.string() })) });
      const known = counters.parse((await late.get(`${PATH}/counters`)).body).counters;
      const { is_whole_24h } = z.looseObject({ is_whole_24h: z.boolean() }).parse(body);
      const description = known.find(({ id }) => id === 'newTxns24h')?.description ?? '';
      expect(description.includes('only of the indexed blocks')).toBe(!is_whole_24h);
      return is_whole_24h;
    } finally {
      await late.stop();
    }
  };
  expect(await isWhole(5, 23)).toBe(false);
  expect(await isWhole(5, 24)).toBe(true);
  expect(await isWhole(0, 1)).toBe(true);
});

test('transactions that wait are counted while they are new', async () => {
  const other = await createTestApi();
  try {
    const now = Date.now();
    await other.sql`insert into ${other.db.schema}.node_pool (source, looked_at) values ('content', ${now})`;
    for (const [number, age] of [1, 29, 31].entries())
      await other.sql`insert into ${other.db.schema}.pending_transactions ${other.sql({
        hash: hash(number + 1),
        type: 2,
        from_address: address(1),
        nonce: number,
        value: 0,
        input: Buffer.alloc(0),
        gas_limit: 21_000,
        first_seen: now - age * 60_000,
        looked_before: now - age * 60_000,
        last_seen: now,
      })}`;
    const { body } = await other.get(`${PATH}/pages/transactions`);
    expect(body).toMatchObject({ pending_transactions_30m: { id: 'pendingTxns30m', value: '2' } });
  } finally {
    await other.stop();
  }
});
