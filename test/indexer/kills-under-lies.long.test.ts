import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Anvil } from '@/demo/anvil';
import { fetchTip } from '@/demo/node-request';
import { openDatabase } from '@/lib/db/open-database';
import { findTip } from '@/lib/indexer/sync/state';
import { createTestDatabase, type TestDatabase } from '../support/database';
import {
  bundleIndexer,
  compareTables,
  countWaiting,
  dumpTables,
  indexFresh,
  spawnIndexer,
} from '../support/indexer-harness';
import {
  CHAIN_LIES,
  CONTENT_LIES,
  INCONSISTENT_LIES,
  RECEIPTS_NULL,
  SHUFFLED,
  TRACE_LIES,
} from '../support/lies';
import { createReorganizer, HONEST, type Reorganizer, startSmallChain } from '../support/lies-harness';
import { type LyingNode, relayTo, startLyingNode } from '../support/lying-node';
import { stopChild } from '../support/stop-child';
import { drawsOf } from '../synthetic/draws';

const CHAIN_ID = 31_337;
const KILLS = Number(process.env.KILLS ?? 50);
const SEED = Number(process.env.SEED ?? 1);
/** The deepest that is not finalized: anvil says that a block is, which has 64 above it. */
const MAX_DEPTH = 64;
const LATEST_KILL_MS = 2_500;
const LIES = [...CONTENT_LIES, ...INCONSISTENT_LIES, ...CHAIN_LIES, ...TRACE_LIES, RECEIPTS_NULL, SHUFFLED];
const PATIENCE = { timeout: 500_000, interval: 50 };

let anvil: Anvil;
let chain: Reorganizer;
let node: LyingNode;
let database: TestDatabase;
let fresh: TestDatabase;
let program: string;
beforeAll(async () => {
  [anvil, database, fresh, program] = await Promise.all([
    startSmallChain(),
    createTestDatabase(),
    createTestDatabase(),
    bundleIndexer(),
  ]);
  chain = await createReorganizer(anvil);
  node = await startLyingNode(relayTo(anvil.rpcUrl));
});
afterAll(async () => {
  await Promise.all([node?.stop(), anvil?.stop(), database?.drop(), fresh?.drop()]);
});

/** Not as a development node, whose chain may become another one. */
const start = () => spawnIndexer(program, { DATABASE_URL: database.url, RPC_URL: node.url, DEV: 'off' });

/** Waits until the index has the node's chain, and nothing left to ask. */
async function untilIndexed(child: ReturnType<typeof start>['child']): Promise<void> {
  const db = openDatabase(database.sql, CHAIN_ID);
  await vi.waitUntil(async () => {
    expect(child.exitCode).toBeNull();
    const head = await fetchTip(anvil.request);
    const tip = await findTip(db).catch(() => undefined);
    if (tip?.number !== head.number || `0x${tip.hash.toString('hex')}` !== head.hash) return false;
    // Attempts that lies have delayed.
    await db.sql`update ${db.schema}.trace_backlog set next_attempt = 0 where next_attempt > ${Date.now()}`;
    const backlog = await db.sql`select from ${db.schema}.trace_backlog limit 1`;
    return backlog.length === 0 && (await countWaiting(db)) === 0;
  }, PATIENCE);
}

test(`${KILLS} kills at random instants, while the node lies and reorganizes, end with the rows of an undisturbed index`, async () => {
  const draws = drawsOf(SEED, KILLS);
  const begun = performance.now();
  const counts = { kills: 0, lies: 0, reorganizations: 0, removed: 0 };
  const first = start();
  await chain.grow({ depth: 0, blocks: MAX_DEPTH + 1 });
  await untilIndexed(first.child);
  await stopChild(first.child);
  while (counts.kills < KILLS) {
    node.tell(LIES[draws.below(LIES.length)] ?? HONEST, 1 + draws.below(6));
    const { child, said } = start();
    const isFollowing = () => child.exitCode !== null || said.join('').includes('following the chain');
    if (draws.below(4) > 0) await vi.waitUntil(isFollowing, PATIENCE);
    const depth = draws.below(2) === 0 ? 0 : 1 + draws.below(MAX_DEPTH);
    const removed = await chain.grow({ depth, blocks: depth + 1 + draws.below(4) });
    await delay(draws.below(LATEST_KILL_MS));
    expect(child.exitCode, said.join('')).toBeNull();
    await stopChild(child);
    counts.kills += 1;
    counts.lies += node.told();
    counts.reorganizations += removed > 0 ? 1 : 0;
    counts.removed = Math.max(counts.removed, removed);
  }
  node.tell(HONEST, 0);
  const { child } = start();
  await untilIndexed(child);
  await stopChild(child);
  const seconds = Math.round((performance.now() - begun) / 1_000);
  const ours = await dumpTables(openDatabase(database.sql, CHAIN_ID));
  const differences = compareTables(ours, await indexFresh(fresh.sql, anvil.rpcUrl, { mode: 'auto' }));
  process.stdout.write(
    `\n${JSON.stringify({ seed: SEED, ...counts, blocks: ours.blocks?.length, seconds })}\n`,
  );
  expect(differences).toEqual({});
});
