import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CHARTS } from '@/lib/api/charts/catalog';
import { RESOLUTIONS } from '@/lib/endpoints/chart';
import { createTestApi, type TestApi } from '../support/api-harness';

const chart = z.object({
  chart: z.array(
    z.object({
      date: z.string(),
      date_to: z.string(),
      value: z.string(),
      is_approximate: z.literal(true).optional(),
      is_partial: z.literal(true).optional(),
    }),
  ),
  info: z.object({ id: z.string(), units: z.string().nullable() }),
});

async function fetchChart(api: TestApi, name: string, query = '') {
  const answer = await api.get(`/stats-service/api/v1/lines/${name}${query}`);
  expect([name, answer.status]).toEqual([name, 200]);
  return chart.parse(answer.body);
}

const QUIET_DAY = {
  blocks: 1,
  transactions: 0,
  successful_transactions: 0,
  native_coin_transfers: 0,
  new_contracts: 0,
  gas_used: '0',
  gas_limit: '100',
  block_size: '0',
  gas_price_sum: '0',
  fee_sum: '0',
  authorizations: 0,
  fhe_operations: 0,
  hcu: '0',
};
const insertDay = (api: TestApi, day: string, figures: Record<string, unknown>) =>
  api.sql`insert into ${api.db.schema}.daily_stats ${api.sql({ day, ...QUIET_DAY, ...figures })}`;

test('of an index that begins late the first period is partial, but in totals', async () => {
  const late = await createTestApi();
  try {
    for (const [at, day] of ['2024-02-28', '2024-02-29', '2024-03-01', '2024-03-02'].entries())
      await insertDay(late, day, { transactions: at + 1 });
    const partialIn = async (name: string, query = '') =>
      (await fetchChart(late, name, query)).chart.flatMap(({ date, is_partial }) =>
        is_partial ? [date] : [],
      );
    const days = async () => (await late.get('/api/v2/stats/charts/transactions')).body;
    const whole = [
      { date: '2024-03-01', transactions_count: 3 },
      { date: '2024-02-29', transactions_count: 2 },
    ];
    expect(await partialIn('newTxns')).toEqual([]);
    expect(await days()).toEqual({ chart_data: [...whole, { date: '2024-02-28', transactions_count: 1 }] });
    await late.sql`
      insert into ${late.db.schema}.indexer_state (first_block) values (7)
      on conflict (only_row) do update set first_block = excluded.first_block`;
    expect(await partialIn('newTxns')).toEqual(['2024-02-28']);
    expect(await partialIn('newTxns', '?resolution=MONTH')).toEqual(['2024-02-01']);
    expect(await partialIn('averageGasUsed')).toEqual(['2024-02-28']);
    expect(await partialIn('activeAccounts')).toEqual(['2024-02-28']);
    expect(await partialIn('txnsGrowth')).toEqual([]);
    expect(await partialIn('newTxns', '?from=2024-03-01')).toEqual([]);
    expect(await days()).toEqual({ chart_data: whole });
  } finally {
    await late.stop();
  }
});

test('public decryptions are those that the ACLs of the deployments logged, by day and by month', async () => {
  const api = await createTestApi();
  try {
    for (const day of ['2024-02-28', '2024-02-29', '2024-03-01'])
      await insertDay(api, day, { transactions: 1 });
    const { sql, db } = api;
    const [acl, other, forger] = [1, 2, 3].map((byte) => Buffer.alloc(20, byte));
    const logged = [
      [acl, '2024-02-28', 2],
      [other, '2024-02-28', 3],
      [acl, '2024-03-01', 4],
      [forger, '2024-02-28', 1_000],
    ] as const;
    for (const [address = null, day, times] of logged)
      await sql`insert into ${db.schema}.participations ${sql({ role: 'fhe_opener', address, day, times, previous_day: null })}`;
    const deployments = [acl, other, acl, null].map((one = null, position) => ({
      ...{ executor: Buffer.alloc(20, 9 - position), position, name: 'One', acl: one },
    }));
    await sql`insert into ${db.schema}.fhe_deployments ${sql(deployments)}`;
    const read = async (query: string) =>
      (await fetchChart(api, 'newFheDecryptions', query)).chart.map(({ date, value }) => [date, value]);
    const month = [
      ['2024-02-01', '5'],
      ['2024-03-01', '4'],
    ];
    expect(await read('')).toEqual([
      ['2024-02-28', '5'],
      ['2024-02-29', '0'],
      ['2024-03-01', '4'],
    ]);
    expect(await read('?resolution=MONTH')).toEqual(month);
    expect(await read('?from=2024-02-29')).toEqual([
      ['2024-02-29', '0'],
      ['2024-03-01', '4'],
    ]);
  } finally {
    await api.stop();
  }
});

describe('charts of a small chain', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
    await insertDay(api, '2024-02-28', { transactions: 2, fee_sum: '3000000000000000001' });
    await insertDay(api, '2024-03-01', { transactions: 4, blocks: 3, gas_used: '10' });
    await insertDay(api, '2024-03-05', { transactions: 1 });
    await api.sql`
      insert into ${api.db.schema}.period_counts
      values ('sender', 'WEEK', '2024-02-26', 2, 0, 0, 0), ('builder', 'WEEK', '2024-02-26', 7, 0, 0, 0)`;
  });
  afterAll(() => api.stop());
  const valuesOf = async (name: string, query = '') =>
    (await fetchChart(api, name, query)).chart.map(({ date, value }) => [date, value]);

  test('every day from the first to the last is there, the last one approximate', async () => {
    const { chart: points } = await fetchChart(api, 'newTxns');
    expect(points).toHaveLength(7);
    expect(points[0]).toEqual({ date: '2024-02-28', date_to: '2024-02-28', value: '2' });
    expect(points[1]?.value).toBe('0');
    expect(points[6]).toEqual({
      date: '2024-03-05',
      date_to: '2024-03-05',
      value: '1',
      is_approximate: true,
    });
    expect(points.filter((point) => 'is_approximate' in point)).toHaveLength(1);
  });

  test('a total stays what it was on days without blocks, also at the beginning of a range', async () => {
    expect(await valuesOf('txnsGrowth', '?from=2024-02-29&to=2024-03-02')).toEqual([
      ['2024-02-29', '2'],
      ['2024-03-01', '6'],
      ['2024-03-02', '6'],
    ]);
  });

  test('weeks, months and years', async () => {
    expect(await valuesOf('newTxns', '?resolution=WEEK')).toEqual([
      ['2024-02-26', '6'],
      ['2024-03-04', '1'],
    ]);
    const { chart: months } = await fetchChart(api, 'newTxns', '?resolution=MONTH');
    expect(months).toEqual([
      { date: '2024-02-01', date_to: '2024-02-29', value: '2' },
      { date: '2024-03-01', date_to: '2024-03-31', value: '5', is_approximate: true },
    ]);
    expect(await valuesOf('txnsGrowth', '?resolution=YEAR')).toEqual([['2024-01-01', '7']]);
    expect(await valuesOf('activeAccounts', '?resolution=WEEK')).toEqual([
      ['2024-02-26', '2'],
      ['2024-03-04', '0'],
    ]);
  });

  test('money keeps its last wei, and averages weigh the days', async () => {
    expect((await valuesOf('txnsFee'))[0]).toEqual(['2024-02-28', '3.000000000000000001']);
    expect(await valuesOf('averageGasUsed', '?resolution=MONTH')).toEqual([
      ['2024-02-01', '0'],
      ['2024-03-01', '2.5'],
    ]);
    const { info } = await fetchChart(api, 'averageTxnFee');
    expect(info.units).toBe('TST');
  });

  test('a range is clipped to what is indexed; an unreadable one is ignored; a reversed one is empty', async () => {
    const dates = async (query: string) => (await valuesOf('newBlocks', query)).map(([date]) => date);
    expect(await dates('?from=1900-01-01&to=2024-02-28')).toEqual(['2024-02-28']);
    expect(await dates('?from=2024-03-05&to=2999-01-01')).toEqual(['2024-03-05']);
    expect(await dates('?from=tomorrow&to=2024-02-30')).toHaveLength(7);
    expect(await dates('?from=2024-03-02&to=2024-03-01')).toEqual([]);
    expect(await dates('?from=2030-01-01')).toEqual([]);
    expect(await dates('?unknown=1&resolution=RESOLUTION_UNSPECIFIED')).toHaveLength(7);
  });

  test('the catalog lists seven sections, and each of its charts answers in each of its resolutions', async () => {
    const answer = await api.get('/stats-service/api/v1/lines');
    const { sections } = z
      .object({
        sections: z.array(
          z.object({
            id: z.string(),
            charts: z.array(z.object({ id: z.string(), resolutions: z.array(z.string()) })),
          }),
        ),
      })
      .parse(answer.body);
    expect(sections.map(({ id }) => id)).toEqual([
      'accounts',
      'transactions',
      'blocks',
      'tokens',
      'gas',
      'contracts',
      'user_ops',
    ]);
    const listed = sections.flatMap(({ charts }) => charts);
    expect(listed.map(({ id }) => id)).toEqual(
      CHARTS.filter(({ onlyWith }) => onlyWith === undefined).map(({ id }) => id),
    );
    for (const { id, resolutions } of listed) {
      for (const resolution of RESOLUTIONS) {
        const { status } = await api.get(`/stats-service/api/v1/lines/${id}?resolution=${resolution}`);
        expect([id, resolution, status]).toEqual([
          id,
          resolution,
          resolutions.includes(resolution) ? 200 : 404,
        ]);
      }
    }
  });

  test('errors have the form of the statistics service', async () => {
    const of = async (path: string) => {
      const answer = await api.get(`/stats-service/api/v1/lines/${path}`);
      return [answer.status, answer.body];
    };
    expect(await of('nope')).toEqual([
      404,
      { code: 5, message: "chart with name 'nope' was not found", details: [] },
    ]);
    expect(await of('activeAccounts?resolution=MONTH')).toEqual([
      404,
      { code: 5, message: "resolution 'MONTH' for line chart 'activeAccounts' was not found", details: [] },
    ]);
    expect(await of('newTxns?resolution=HOUR')).toEqual([
      400,
      {
        code: 3,
        message: 'Query deserialize error: resolution: expected one of DAY, WEEK, MONTH, YEAR',
        details: [],
      },
    ]);
  });

  test('a chain that claims to be eight thousand years old gets an error, not a flood', async () => {
    await insertDay(api, '9999-12-31', {});
    try {
      const answer = await api.get('/stats-service/api/v1/lines/newTxns');
      expect([answer.status, answer.body]).toMatchObject([400, { code: 3 }]);
      const { chart: points } = await fetchChart(api, 'txnsGrowth', '?from=9999-12-30');
      expect(points.map(({ value }) => value)).toEqual(['7', '7']);
    } finally {
      await api.sql`delete from ${api.db.schema}.daily_stats where day = '9999-12-31'`;
    }
  });

  test('a chain without blocks has empty charts', async () => {
    const empty = await createTestApi();
    try {
      expect((await fetchChart(empty, 'newTxns')).chart).toEqual([]);
      expect((await empty.get('/stats-service/api/v1/counters')).status).toBe(200);
    } finally {
      await empty.stop();
    }
  });
});
