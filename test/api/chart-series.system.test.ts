import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { CHARTS } from '@/lib/api/charts/catalog';
import { parseDay, toIsoDay } from '@/lib/api/charts/periods';
import { listChartSeries, MAX_SERIES_POINTS, RESOLUTIONS, SERIES_POINTS } from '@/lib/endpoints/chart';
import { createTestApi, provideTestApi } from '../support/api-harness';

const PATH = '/stats-service/api/v1/series';
const FIRST = '2023-01-30';
const DAYS = 500;

const api = await provideTestApi();
beforeAll(async () => {
  await insertDays(FIRST, DAYS);
});

/** Days with different figures, every tenth without transactions, and the senders of their weeks. */
async function insertDays(first: string, days: number): Promise<void> {
  await api.sql`
    insert into ${api.db.schema}.daily_stats (day, blocks, transactions, successful_transactions,
      native_coin_transfers, new_accounts, new_contracts, gas_used, gas_limit, block_size, gas_price_sum, fee_sum,
      authorizations, fhe_operations, hcu)
    select ${first}::date + n, 1 + n % 3, case when n % 10 = 9 then 0 else n end, n / 2, n / 3, n % 7, n % 2,
      1000 * n, 30000 * (1 + n % 3), 100 + n, 1000000000 * n::numeric, 7 * n, 0, n % 3, 1000 * n
    from generate_series(0, ${days - 1}) n`;
  await api.sql`
    insert into ${api.db.schema}.period_counts
    select role, 'WEEK', ${first}::date + 7 * n, 10 + n, 3, 2, 1 + n % 2
    from generate_series(0, ${Math.floor(days / 7)}) n cross join unnest(array['sender', 'wallet']) role`;
}

async function fetchSeries(query = '') {
  const answer = await api.get(`${PATH}${query}`);
  expect([query, answer.status]).toEqual([query, 200]);
  return listChartSeries.response.parse(answer.body).series;
}

/** The chain has FHE operations, but is no rollup. */
const LISTED = CHARTS.filter(({ onlyWith }) => onlyWith === undefined || onlyWith === 'fhe_operations').map(
  ({ id }) => id,
);
const chart = z.object({ chart: z.array(z.unknown()) });
const end = toIsoDay((parseDay(FIRST) ?? Number.NaN) + DAYS - 1);

test('all charts of the catalog, each as it is alone', async () => {
  for (const range of [
    '',
    `?from=2024-04-01&to=${end}`,
    '?from=2023-02-10&to=2023-03-01',
    '?resolution=MONTH',
  ]) {
    const series = await fetchSeries(range);
    expect(series.map(({ id }) => id)).toEqual(LISTED);
    for (const { id, resolution, points } of series) {
      const query = new URLSearchParams(range.slice(1));
      query.set('resolution', resolution);
      const alone = await api.get(`/stats-service/api/v1/lines/${id}?${query}`);
      expect(points.length, id).toBeGreaterThan(0);
      expect([id, points]).toEqual([id, chart.parse(alone.body).chart]);
    }
  }
});

test('the period grows with the range, and is never finer than asked', async () => {
  const resolutionOf = async (query: string) => (await fetchSeries(`?ids=newTxns${query}`))[0]?.resolution;
  expect(
    await resolutionOf(`&from=2023-01-30&to=${toIsoDay((parseDay(FIRST) ?? 0) + SERIES_POINTS - 1)}`),
  ).toBe('DAY');
  expect(await resolutionOf(`&from=2023-01-30&to=${toIsoDay((parseDay(FIRST) ?? 0) + SERIES_POINTS)}`)).toBe(
    'WEEK',
  );
  expect(await resolutionOf('')).toBe('WEEK');
  for (const name of RESOLUTIONS.slice(1)) expect(await resolutionOf(`&resolution=${name}`)).toBe(name);
  const [senders] = await fetchSeries('?ids=activeAccounts&resolution=YEAR');
  expect([senders?.resolution, senders?.points[1]?.value]).toEqual(['WEEK', '11']);
});

test('ids choose and order the charts', async () => {
  const idsOf = async (ids: string) => (await fetchSeries(`?ids=${ids}`)).map(({ id }) => id);
  expect(await idsOf('txnsGrowth,newTxns')).toEqual(['txnsGrowth', 'newTxns']);
  expect(await idsOf('newTxns,,newTxns,')).toEqual(['newTxns']);
  expect(await idsOf('')).toEqual(LISTED);
  const unknown = await api.get(`${PATH}?ids=newTxns,constructor`);
  expect([unknown.status, unknown.body]).toEqual([
    404,
    { code: 5, message: "chart with name 'constructor' was not found", details: [] },
  ]);
  const wrong = await api.get(`${PATH}?resolution=HOUR`);
  expect([wrong.status, wrong.body]).toMatchObject([400, { code: 3 }]);
});

test('an average of nothing is told from an average of 0', async () => {
  const [average, flow, total] = await fetchSeries(
    '?ids=averageGasPrice,newTxns,txnsGrowth&from=2023-02-07&to=2023-02-09',
  );
  expect(average?.points.map(({ value, is_missing }) => [value, is_missing])).toEqual([
    ['1', undefined],
    ['0', true],
    ['1', undefined],
  ]);
  expect(flow?.points.map(({ value, is_missing }) => [value, is_missing])).toEqual([
    ['8', undefined],
    ['0', undefined],
    ['10', undefined],
  ]);
  expect(total?.points.map(({ value }) => value)).toEqual(['36', '36', '46']);
});

test('a reversed or unknown range is empty, an unreadable one is ignored', async () => {
  for (const range of ['from=2023-03-02&to=2023-03-01', 'from=2090-01-01', 'to=1990-01-01'])
    expect((await fetchSeries(`?ids=newTxns&${range}`))[0]?.points).toEqual([]);
  expect(await fetchSeries('?ids=newTxns&from=yesterday&to=2023-02-30')).toEqual(
    await fetchSeries('?ids=newTxns'),
  );
});

test('a chain of eight thousand years gives the newest points', async () => {
  await api.sql`insert into ${api.db.schema}.daily_stats select (d).* from (
    select json_populate_record(s, '{"day": "9999-12-31"}') d from ${api.db.schema}.daily_stats s limit 1) one`;
  try {
    const series = await fetchSeries();
    expect(series.map(({ points }) => points.length)).toEqual(LISTED.map(() => MAX_SERIES_POINTS));
    expect(series.find(({ id }) => id === 'newTxns')?.points.at(-1)).toMatchObject({
      date: '9999-01-01',
      date_to: '9999-12-31',
      is_approximate: true,
    });
    expect(series.find(({ id }) => id === 'activeAccounts')?.points.at(-1)?.date).toBe('9999-12-27');
  } finally {
    await api.sql`delete from ${api.db.schema}.daily_stats where day = '9999-12-31'`;
  }
});

test('a chain without blocks has charts without points', async () => {
  const empty = await createTestApi();
  try {
    const { series } = listChartSeries.response.parse((await empty.get(PATH)).body);
    expect(series.length).toBeGreaterThan(20);
    expect(series.map(({ points }) => points)).toEqual(series.map(() => []));
  } finally {
    await empty.stop();
  }
});
