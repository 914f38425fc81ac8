import { beforeAll, expect, test } from 'vitest';
import { CHARTS, resolutionsOf } from '@/lib/api/charts/catalog';
import { countPendingSince, DAILY_FIGURES, findStatsRange } from '@/lib/api/charts/query';
import { readChart } from '@/lib/api/charts/read-charts';
import type { Database } from '@/lib/db/open-database';
import { provide } from '../support/provide';
import { CHAIN, openPlanDatabase } from '../support/query-plans';

/** More days than any chain has, so that reading them all is never the cheapest plan. */
const DAYS = 30_000;

const database = await provide(openPlanDatabase());

beforeAll(async () => {
  const { sql } = database;
  const added = [
    'blocks',
    'transactions',
    'successful_transactions',
    'native_coin_transfers',
    'new_contracts',
  ];
  const sums = ['gas_used', 'gas_limit', 'block_size', 'gas_price_sum', 'fee_sum', 'authorizations'];
  const columns = [...added, ...sums, 'fhe_operations', 'hcu'];
  await sql.unsafe(`
    insert into chain_${CHAIN}.daily_stats (day, ${columns.join(', ')})
    select date '1970-01-01' + n, ${columns.map(() => '1 + n').join(', ')} from generate_series(0, ${DAYS}) n`);
  await sql.unsafe(`
    insert into chain_${CHAIN}.period_counts
    select role, resolution, date '1970-01-01' + n, n, n, n, n
    from generate_series(0, ${DAYS}) n
    cross join unnest(array['sender', 'wallet']) role cross join unnest(array['DAY', 'WEEK']) resolution`);
  await sql.unsafe(`
    insert into chain_${CHAIN}.fhe_deployments (executor, position, name, acl) values ('\\x0e', 0, 'Main', '\\x01')`);
  await sql.unsafe(`
    insert into chain_${CHAIN}.participations (role, address, day, times)
    select 'fhe_opener', address, date '1970-01-01' + n, n
    from generate_series(0, ${DAYS}) n cross join unnest(array['\\x01', '\\x02']::bytea[]) address`);
  await sql.unsafe(`
    insert into chain_${CHAIN}.pending_transactions
      (hash, type, from_address, nonce, value, input, gas_limit, first_seen, looked_before, last_seen)
    select int4send(n), 2, '\\x01', n, 0, '\\x', 21000, n, n, n from generate_series(0, 5000) n`);
  await sql.unsafe('vacuum analyze');
});

/** The state of the indexer is one row, deployments are a few. */
const scansOf = (plan = '') => plan.replaceAll(/Seq Scan on (indexer_state|fhe_deployments)/g, '');

const YEAR = { from: '2024-01-01', to: '2024-12-31' };
const cases = CHARTS.flatMap((chart) =>
  resolutionsOf(chart).map((resolution) => ({ id: chart.id, chart, resolution })),
);

test.each(cases)('$id by $resolution is one read through an index', async ({ chart, resolution }) => {
  const plans = await database.explain((db) => readChart(db, chart, { ...YEAR, resolution }));
  expect(plans).toHaveLength(1);
  expect(plans[0]).toMatch(/Index( Only)? Scan/);
  // A total sums up all days before: most of them, of which a chain has a few thousand.
  if (chart.rule.kind !== 'growth') expect(scansOf(plans[0])).not.toContain('Seq Scan');
});

test('what pages ask beside is read through indexes', async () => {
  for (const read of [findStatsRange, (db: Database) => countPendingSince(db, 4_900)]) {
    const plans = await database.explain(read);
    expect(plans).toHaveLength(1);
    expect(scansOf(plans[0])).not.toContain('Seq Scan');
  }
});

test('the names of daily figures are columns', async () => {
  const rows = await database.sql<{ name: string }[]>`
    select column_name as name from information_schema.columns
    where table_schema = ${`chain_${CHAIN}`} and table_name = 'daily_stats' and column_name <> 'day'`;
  expect(rows.map(({ name }) => name).sort()).toEqual([...DAILY_FIGURES].sort());
});
