import { expect, test } from 'vitest';
import { migrateGateway } from '@/lib/db/migrate';
import { provideDatabase } from '@/test/support/database';
import { pruneUsage, RETENTION_DAYS } from './prune-usage';

const NOW = Date.UTC(2026, 5, 15, 12);
const KEYS = 60;
const DAYS = 600;
const database = await provideDatabase();
await migrateGateway(database.sql);

test('usage is kept for 400 days, and of each key the last day of use', async () => {
  const { sql } = database;
  const day = sql`date '2026-06-15' - ago`;
  const key = sql`decode(lpad(to_hex(key), 64, '0'), 'hex')`;
  const rows = sql`generate_series(1, ${KEYS}::integer) key, generate_series(0, ${DAYS - 1}::integer) ago`;
  await sql`insert into gateway.key_usage select ${day}, ${key}, 'getBlock', 1, 20 from ${rows}`;
  await sql`insert into gateway.key_credits select ${key}, ${day}, 20 from ${rows}`;
  // one that was last used long ago
  await sql`insert into gateway.key_credits values ('\\xff', '2024-01-01', 20), ('\\xff', '2024-03-01', 20)`;
  await sql`
    insert into gateway.key_usage_writers values
      (gen_random_uuid(), 1, now() - interval '8 days'), (gen_random_uuid(), 1, now())`;
  await pruneUsage(sql, NOW);
  const spanOf = async (table: string) => {
    const [row] = await sql`
      select count(*)::integer as rows, (date '2026-06-15' - min(day)) as oldest
      from ${sql(table)} where key_hash <> '\\xff'`;
    return row;
  };
  const kept = { rows: KEYS * (RETENTION_DAYS + 1), oldest: RETENTION_DAYS };
  expect(await spanOf('gateway.key_usage')).toEqual(kept);
  expect(await spanOf('gateway.key_credits')).toEqual(kept);
  expect(await sql`select day::text from gateway.key_credits where key_hash = '\\xff'`).toEqual([
    { day: '2024-03-01' },
  ]);
  expect(await sql`select count(*)::integer as writers from gateway.key_usage_writers`).toEqual([
    { writers: 1 },
  ]);
});
