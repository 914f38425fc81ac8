import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrateGateway } from '@/lib/db/migrate';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { DEMO_REGISTRATION } from '@/test/support/demo-registration';
import { createOldSchema } from '@/test/support/old-schema';
import { dropStaleDemo } from './demo';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await migrateGateway(database.sql);
});
afterEach(() => database.drop());

test.each([
  ['a start that ended before it had tables', '0000'],
  ['an older release', '0002'],
])('the empty index of %s is migrated and kept', async (_, before) => {
  await createOldSchema(database.sql, DEMO_REGISTRATION.chainId, before);
  expect(await dropStaleDemo(database.sql, { chain: DEMO_REGISTRATION })).toBe(false);
  expect(await database.sql`select number from chain_31337.blocks`).toHaveLength(0);
});
