import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createServedChains } from '@/lib/api/served-chains';
import { openDedicatedDatabases } from '@/lib/db/dedicated-databases';
import { isMigrated } from '@/lib/db/migration-state';
import { openDatabase } from '@/lib/db/open-database';
import { readOnly } from '@/lib/db/replica';
import { findTip } from '@/lib/indexer/sync/state';
import { createTestDatabase, type TestDatabase } from '../support/database';
import {
  bundleIndexer,
  compareIndex,
  countWaiting,
  indexFresh,
  spawnIndexer,
} from '../support/indexer-harness';
import { type SharedChain, shareTestChain } from '../support/shared-chain';
import { stopChild } from '../support/stop-child';

const CHAIN_ID = 31_337;
const PATIENCE = { timeout: 500_000, interval: 50 };

let chain: SharedChain;
let [main, own, fresh]: TestDatabase[] = [];
let folder: string;
let program: string;
beforeAll(async () => {
  [chain, main, own, fresh, folder, program] = await Promise.all([
    shareTestChain(),
    createTestDatabase(),
    createTestDatabase(),
    createTestDatabase(),
    mkdtemp(join(tmpdir(), 'astrolabe-databases-')),
    bundleIndexer(),
  ]);
});
afterAll(async () => {
  await Promise.all([main?.drop(), own?.drop(), fresh?.drop()]);
  await rm(folder, { recursive: true, force: true });
});

test('a chain is indexed into the database of its own, and listed and read from there', async () => {
  if (!main || !own || !fresh) throw new Error('a database is missing');
  const path = join(folder, 'chains.json');
  const entry = { id: CHAIN_ID, rpc: [chain.rpcUrl], database: own.url };
  await writeFile(path, JSON.stringify([entry]));
  const db = openDatabase(own.sql, CHAIN_ID);
  const { child, said } = spawnIndexer(program, { DATABASE_URL: main.url, RPC_URL: '', CHAINS_FILE: path });
  await vi.waitUntil(async () => {
    expect(child.exitCode, said.join('')).toBeNull();
    const tip = await findTip(db).catch(() => undefined);
    return tip?.number === chain.history.tip.number && (await countWaiting(db)) === 0;
  }, PATIENCE);
  await stopChild(child);
  const rows = await indexFresh(fresh.sql, chain.rpcUrl, { mode: 'auto' });
  expect(await compareIndex(db, rows)).toEqual({});
  expect(await main.sql`select from pg_namespace where nspname = ${`chain_${CHAIN_ID}`}`).toHaveLength(0);
  expect(await main.sql`select chain_id, first_block_hash from gateway.chains`).toEqual([
    { chain_id: CHAIN_ID, first_block_hash: null },
  ]);
  expect([
    await isMigrated(main.sql),
    await isMigrated(main.sql, [CHAIN_ID]),
    await isMigrated(own.sql),
  ]).toEqual([false, true, true]);
  const pool = own.sql;
  const dedicated = await openDedicatedDatabases(
    [{ id: CHAIN_ID, database: own.url, replica: undefined }],
    () => ({
      reads: readOnly(pool),
    }),
  );
  const served = createServedChains({ reads: readOnly(main.sql), dedicated });
  const found = await served.find(String(CHAIN_ID));
  expect(found && (await findTip(served.open(found)))?.number).toBe(chain.history.tip.number);
});
