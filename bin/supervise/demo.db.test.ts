import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrateGateway } from '@/lib/db/migrate';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { DEMO_REGISTRATION } from '@/test/support/demo-registration';
import { dropStaleDemo } from './demo';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await migrateGateway(database.sql);
});
afterEach(() => database.drop());

test('the empty index of a start that ended before it had tables is migrated and kept', async () => {
  await database.sql`create schema chain_31337`;
  await database.sql`
    create table chain_31337.migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now()
    )`;
  expect(await dropStaleDemo(database.sql, { chain: DEMO_REGISTRATION })).toBe(false);
  expect(await database.sql`select number from chain_31337.blocks`).toHaveLength(0);
});
