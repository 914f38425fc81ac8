import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test, vi } from 'vitest';
import { openDatabase } from '@/lib/db/open-database';
import { findFreePort } from '@/lib/free-port';
import { findTip } from '@/lib/indexer/sync/state';
import { createTestDatabase, provideDatabase } from '../support/database';
import {
  bundleIndexer,
  compareTables,
  countWaiting,
  dumpTables,
  indexFresh,
  spawnIndexer,
} from '../support/indexer-harness';
import { shareTestChain } from '../support/shared-chain';
import { stopChild } from '../support/stop-child';

const CHAIN_ID = 31_337;
const PATIENCE = { timeout: 500_000, interval: 10 };

const [chain, database, fresh, program] = await Promise.all([
  shareTestChain(),
  provideDatabase(),
  provideDatabase(),
  bundleIndexer(),
]);

const start = (environment: Record<string, string> = {}) =>
  spawnIndexer(program, { DATABASE_URL: database.url, RPC_URL: chain.rpcUrl, ...environment });

/** The stored height; -1 while there is no index. */
async function readTip(): Promise<number> {
  const tip = await findTip(openDatabase(database.sql, CHAIN_ID)).catch(() => undefined);
  return tip?.number ?? -1;
}

/** A leader that freezes in its work. PostgreSQL waits less long for a sign of it than the indexer asks it to. */
async function freezeLeader() {
  const short = '?idle_session_timeout=1500&idle_in_transaction_session_timeout=1500';
  const frozen = start({ DATABASE_URL: database.url + short });
  await vi.waitUntil(() => frozen.said.join('').includes('following the chain'), PATIENCE);
  const tip = await readTip();
  await vi.waitUntil(async () => (await readTip()) > tip, PATIENCE);
  frozen.child.kill('SIGSTOP');
  return frozen;
}

test('indexers that are killed, frozen and cut off again and again end with the same rows', async () => {
  const target = chain.history.tip.number;
  for (const share of [0, 0, 0.1, 0.3]) {
    const { child } = start();
    await vi.waitUntil(async () => (await readTip()) >= share * target || child.exitCode !== null, PATIENCE);
    expect(child.exitCode).toBeNull();
    await stopChild(child);
  }
  const index = openDatabase(database.sql, CHAIN_ID);
  const frozen = await freezeLeader();
  const { child } = start();
  for (const share of [0.4, 0.6, 0.8]) {
    await vi.waitUntil(async () => (await readTip()) >= share * target, PATIENCE);
    await database.sql`
      select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'astrolabe-indexer'`;
  }
  await vi.waitUntil(async () => (await readTip()) === target && (await countWaiting(index)) === 0, PATIENCE);
  expect(child.exitCode).toBeNull();
  frozen.child.kill('SIGCONT');
  await expect.poll(() => frozen.said.join(''), PATIENCE).toContain('stepping down');
  expect(frozen.child.exitCode).toBeNull();
  await Promise.all([stopChild(child), stopChild(frozen.child)]);
  const tables = await dumpTables(index);
  expect(compareTables(tables, await indexFresh(fresh.sql, chain.rpcUrl, { mode: 'auto' }))).toEqual({});
});

test('it tells its metrics, and SIGTERM and the end of the parent stop it at once', async () => {
  for (const end of ['signal', 'parent'] as const) {
    const port = await findFreePort();
    const { child, said } = start({ INDEXER_METRICS_PORT: String(port) });
    await vi.waitUntil(() => said.join('').includes('following the chain'), PATIENCE);
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(metrics).toContain('astrolabe_leader{chain="31337"} 1');
    expect(metrics).toMatch(/astrolabe_indexed_block\{chain="31337"\} \d/);
    expect(metrics).toMatch(/astrolabe_rpc_endpoint_answers_total\{chain="31337",endpoint="1"\} [1-9]/);
    expect(metrics).not.toContain('127.0.0.1');
    if (end === 'signal') child.kill('SIGTERM');
    else child.disconnect();
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
  }
});

test('another start block, and at first a dead node or HTML instead of JSON, are one sentence and exit code 2', async () => {
  const html = createServer((_, response) => response.end('<html>Welcome</html>')).listen(0, '127.0.0.1');
  await once(html, 'listening');
  const address = html.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const empty = await createTestDatabase();
  const cases: [Record<string, string>, RegExp][] = [
    [{ START_BLOCK: '7', DEV: 'off' }, /^Error: .*begins at block 0, not at 7.*\n$/],
    [
      { DATABASE_URL: empty.url, RPC_URL: 'http://user:secret@127.0.0.1:1/key' },
      /^Error: RPC_URL .*127\.0\.0\.1:1.*\n$/,
    ],
    [{ DATABASE_URL: empty.url, RPC_URL: `http://127.0.0.1:${port}` }, /^Error: RPC_URL .*not JSON.*\n$/],
  ];
  for (const [environment, sentence] of cases) {
    const { child, said } = start(environment);
    const [code] = await once(child, 'exit');
    expect(said.join('')).toMatch(sentence);
    expect(said.join('')).not.toContain('secret');
    expect(code).toBe(2);
  }
  html.close();
  await empty.drop();
});
