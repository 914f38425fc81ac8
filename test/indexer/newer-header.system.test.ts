import { expect, test, vi } from 'vitest';
import { presentIndexProof } from '@/lib/api/indexing-status/present';
import { findIndexerState } from '@/lib/api/indexing-status/query';
import { summarizeProven } from '@/lib/api/proof/query';
import { type Database, openDatabase } from '@/lib/db/open-database';
import { findFreePort } from '@/lib/free-port';
import { proveNext } from '@/lib/indexer/repair/watch-proof';
import { readNewerHeader } from '@/lib/indexer/sync/newer-header';
import { readProvability, storeProvability } from '@/lib/indexer/sync/proven-ranges';
import { createStrictProver, type ProofMode } from '@/lib/indexer/sync/prover';
import { findTip } from '@/lib/indexer/sync/state';
import { createLog } from '@/lib/log';
import { message, serializeMessage } from '@/lib/messages/message';
import { recoverSenders } from '@/lib/proof/recover-senders';
import type { Rpc } from '@/lib/rpc/client';
import { provideDatabase } from '../support/database';
import { createFakeRpc } from '../support/fake-rpc';
import {
  answerAmsterdam,
  createForkingNode,
  FORKING_CHAIN_ID,
  type ForkingNode,
} from '../support/forking-node';
import {
  bundleIndexer,
  compareTables,
  dumpTables,
  indexAll,
  openChain,
  openContext,
  spawnIndexer,
} from '../support/indexer-harness';
import { startLyingNode } from '../support/lying-node';
import { stopChild } from '../support/stop-child';

const SENTENCE = 'this chain has a newer header than version';
const PATIENCE = { timeout: 500_000, interval: 20 };
const log = createLog({ name: 'test', level: 'silent' });

const [database, older] = await Promise.all([provideDatabase(), bundleIndexer('before Amsterdam')]);
const current = await bundleIndexer();

const clientOf = ({ answer }: Pick<ForkingNode, 'answer'>) => createFakeRpc(answer);

async function indexFrom(rpc: Rpc, mode: ProofMode = 'auto', firstBlock = 0): Promise<Database> {
  await database.sql`drop schema if exists ${database.sql(`chain_${FORKING_CHAIN_ID}`)} cascade`;
  const db = await openChain(database.sql, FORKING_CHAIN_ID);
  // it throws where the indexer would pause and ask again
  await indexAll({ rpc, db, mode, firstBlock });
  return db;
}

const listProven = async ({ sql, schema }: Database) =>
  (await sql`select from_block, to_block from ${schema}.proven_ranges order by 1`).map((row) => [
    row.from_block,
    row.to_block,
  ]);

/** What follows from the blocks, whoever proves them, and knows the fields of their headers. */
async function dumpRows(db: Database) {
  await db.sql`update ${db.schema}.blocks set block_access_list_hash = null, slot_number = null`;
  const { proven_ranges: _, indexer_state: __, block_access_lists: ___, ...rows } = await dumpTables(db);
  return rows;
}

test('a chain that forks in the middle is indexed without a pause, with the rows that a newer version writes', async () => {
  const chain = { head: 12, forkAt: 6 };
  const known = await indexFrom(clientOf(createForkingNode(chain)));
  expect(await listProven(known)).toEqual([[0, 12]]);
  const rows = await dumpRows(known);
  const rpc = createFakeRpc({
    'a.example': createForkingNode(chain, { isLater: true }).answer,
    'b.example': createForkingNode(chain, { isLater: true }).answer,
  });
  const db = await indexFrom(rpc);
  expect(compareTables(await dumpRows(db), rows)).toEqual({});
  expect(await listProven(db)).toEqual([[0, 5]]);
  expect(await readNewerHeader(db)).toEqual({ since: 6, fields: ['laterHash', 'laterSlot'] });
  expect(await readProvability(db)).toEqual({ status: 'provable', reason: null, checks: [] });
  expect(rpc.health().map(({ benches }) => benches)).toEqual([0, 0]);
  const state = await findIndexerState(db);
  expect(state && presentIndexProof(state, await summarizeProven(db))).toMatchObject({
    ...{ status: 'unprovable', reason: expect.stringContaining(SENTENCE), code: 'newer_header' },
    ...{ proven_blocks_count: 6, proven_from: 0, proven_to: 5 },
  });
});

test('a rollup that changes its rules at a height is indexed on at once, and only the blocks since are not proven', async () => {
  const upgrade = () => createForkingNode({ head: 8, forkAt: 6 }, { isRollup: true });
  const nodes = [upgrade(), upgrade()] as const;
  const rpc = createFakeRpc({ 'a.example': nodes[0].answer, 'b.example': nodes[1].answer });
  const db = await indexFrom(rpc);
  // another run, as after a restart
  for (const { chain } of nodes) chain.head = 12;
  await indexAll({ rpc, db, mode: 'auto' });
  expect(await findTip(db)).toMatchObject({ number: 12 });
  expect(await listProven(db)).toEqual([[0, 5]]);
  expect(await readNewerHeader(db)).toEqual({ since: 6, fields: ['rollupRoot'] });
  expect(await readProvability(db)).toEqual({ status: 'provable', reason: null, checks: [] });
  expect(rpc.health().map(({ benches }) => benches)).toEqual([0, 0]);
  const counted = await db.sql`
    select count(*)::integer as own from ${db.schema}.transactions where type = 106 and block_number >= 6`;
  expect(counted).toEqual([{ own: 7 }]);
  // taken back by a reorganization, nothing of it is left
  for (const node of nodes) node.reorganize(4, { forkAt: 99, head: 14 });
  await indexAll({ rpc, db, mode: 'auto' });
  expect(await listProven(db)).toEqual([[0, 14]]);
  expect(await readNewerHeader(db)).toBeUndefined();
});

test.each([
  ['a later fork', 3, { forkAt: 8, head: 13 }],
  ['an earlier fork', 2, { forkAt: 4, head: 13 }],
  ['no fork', 4, { forkAt: 99, head: 14 }],
  ['a fork that is not reached', 3, { forkAt: 99, head: 5 }],
] as const)('a reorganization across the fork to %s ends as if undisturbed', async (_, ancestor, changes) => {
  for (const version of [{}, { isLater: true }, { isRollup: true }]) {
    const node = createForkingNode({ head: 12, forkAt: 6 }, version);
    const db = await indexFrom(clientOf(node));
    node.reorganize(ancestor, changes);
    await indexAll({ rpc: clientOf(node), db, mode: 'auto' });
    const disturbed = await dumpTables(db);
    const clean = await indexFrom(clientOf(node));
    expect(compareTables(disturbed, await dumpTables(clean))).toEqual({});
    expect(await findTip(clean)).toMatchObject({ number: changes.head });
  }
});

test('with PROVE=required it stops before the fork, and says why', async () => {
  const node = createForkingNode({ head: 5, forkAt: 6 }, { isLater: true });
  const db = await indexFrom(clientOf(node), 'required');
  node.chain.head = 8;
  const indexing = indexAll({ rpc: clientOf(node), db, mode: 'required' });
  await expect(indexing).rejects.toThrow(SENTENCE);
  expect(await findTip(db)).toMatchObject({ number: 5 });
  expect(await readNewerHeader(db)).toMatchObject({ since: 6 });
});

test('what an older version gave up because of Amsterdam is demanded again, and proven in the background', async () => {
  const rpc = createFakeRpc(answerAmsterdam);
  const db = await indexFrom(rpc, 'off', 1);
  const reason = serializeMessage(message('header_field_unknown', { field: 'blockAccessListHash' }));
  await storeProvability(db, { status: 'unprovable', reason, checks: ['header_hash', 'receipt_fields'] });
  const context = await openContext({ rpc, db, firstBlock: 1, mode: 'auto' });
  expect(await readProvability(db)).toEqual({ status: 'provable', reason: null, checks: [] });
  const signal = new AbortController().signal;
  const source = { ...context, prover: createStrictProver(recoverSenders), signal };
  const progress = { below: Number.MAX_SAFE_INTEGER, failed: new Map<number, number>() };
  while (await proveNext(source, { firstBlock: 1, log }, progress));
  expect(await listProven(db)).toEqual([[1, 10]]);
});

test('an older build indexes on at once and says why; after the upgrade the range is proven by itself', async () => {
  const node = createForkingNode({ head: 4, forkAt: 6 });
  const server = await startLyingNode(node.answer);
  await database.sql`drop schema if exists ${database.sql(`chain_${FORKING_CHAIN_ID}`)} cascade`;
  const db = openDatabase(database.sql, FORKING_CHAIN_ID);
  const port = await findFreePort();
  const environment = {
    ...{ DATABASE_URL: database.url, RPC_URL: server.url, INDEXER_METRICS_PORT: String(port) },
  };
  const gauge = async () =>
    /astrolabe_newer_header\{chain="7928"\} (\d)/.exec(
      await (await fetch(`http://127.0.0.1:${port}/metrics`)).text(),
    )?.[1];
  const untilTip = () =>
    vi.waitUntil(async () => {
      const tip = await findTip(db).catch(() => undefined);
      return tip?.number === node.chain.head;
    }, PATIENCE);
  const before = spawnIndexer(older, environment);
  await untilTip();
  expect(await gauge()).toBe('0');
  for (const head of [7, 8, 9]) {
    node.chain.head = head;
    await untilTip();
  }
  expect(await gauge()).toBe('1');
  await stopChild(before.child);
  expect(before.said.join('').split(SENTENCE)).toHaveLength(2);
  expect(before.said.join('')).not.toMatch(/interrupted|benched|stored unproven/);
  expect(await listProven(db)).toEqual([[0, 5]]);
  expect(await readNewerHeader(db)).toEqual({ since: 6, fields: ['blockAccessListHash', 'slotNumber'] });

  const after = spawnIndexer(current, environment);
  await vi.waitUntil(async () => (await summarizeProven(db)).blocks === 10, PATIENCE);
  expect(await gauge()).toBe('0');
  await stopChild(after.child);
  expect(after.said.join('')).toContain('this version knows the newer header');
  // whether a contract has been asked what is behind it depends on the time
  const dump = async (index: Database) => {
    await index.sql`update ${index.schema}.addresses set proxy_status = 'pending'`;
    return await dumpTables(index);
  };
  const upgraded = await dump(db);
  await server.stop();
  expect(compareTables(upgraded, await dump(await indexFrom(clientOf(node))))).toEqual({});
});
