import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrateGateway } from '@/lib/db/migrate';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { createOldSchema } from '@/test/support/old-schema';
import { dropStaleDemo } from './demo';

const CHAIN = {
  chainId: 31337,
  name: 'Demo',
  symbol: 'ETH',
  firstBlock: 0,
  firstBlockHash: null,
  isDemo: true,
  fheExecutor: null,
  rpcUrls: ['http://127.0.0.1:1'],
  endBlock: undefined,
};

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
  await createOldSchema(database.sql, CHAIN.chainId, before);
  expect(await dropStaleDemo(database.sql, { chain: CHAIN })).toBe(false);
  expect(await database.sql`select number from chain_31337.blocks`).toHaveLength(0);
});
