import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrateChain, migrateGateway } from '@/lib/db/migrate';
import { openDatabase, openPool } from '@/lib/db/open-database';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { DEMO_REGISTRATION } from '@/test/support/demo-registration';
import { startRestartingServer } from '@/test/support/restarting-server';
import { untilIndexed } from './index-progress';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await migrateGateway(database.sql);
  await migrateChain(database.sql, DEMO_REGISTRATION.chainId);
});
afterEach(() => database.drop());

test('a database that restarts while a start waits for blocks does not end the start', async () => {
  const server = await startRestartingServer(database.url);
  const sql = openPool({ url: server.url, connections: 2, name: 'test' });
  let polls = 0;
  try {
    const all = await untilIndexed({
      openChain: (chainId) => openDatabase(sql, chainId),
      chains: [DEMO_REGISTRATION],
      isEnough: () => polls > 1,
      onPoll: () => {
        polls += 1;
        if (polls === 1) server.restart('57P01', '57P02', '57P03');
      },
      timeoutMs: 60_000,
      signal: new AbortController().signal,
    });
    expect(all).toEqual([{ chain: DEMO_REGISTRATION, tip: null, target: null }]);
  } finally {
    await sql.end({ timeout: 1 });
  }
  expect([polls, server.refused()]).toEqual([2, 3]);
});
