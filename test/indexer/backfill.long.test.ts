import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { dropChain } from '@/lib/db/migrate';
import { openDatabase } from '@/lib/db/open-database';
import { openPart } from '@/lib/db/part-schema';
import { switchSchema } from '@/lib/db/switch-schema';
import { loadFastKeccak } from '@/lib/evm/fast-keccak';
import { backfillChain } from '@/lib/indexer/backfill';
import { dropBackfill, listBackfill, planBackfill } from '@/lib/indexer/backfill-ranges';
import { indexParts } from '@/lib/indexer/index-part';
import { joinPart } from '@/lib/indexer/join-part';
import { partitionChain } from '@/lib/indexer/partition-chain';
import { openNext } from '@/lib/indexer/reindex';
import { findTip, isInterim, openState } from '@/lib/indexer/state';
import { createLog } from '@/lib/log';
import { provideDatabase } from '../support/database';
import { createFakeRpc } from '../support/fake-rpc';
import {
  bundleIndexer,
  compareIndex,
  compareTables,
  dumpTables,
  enrichAll,
  indexAll,
  openChain,
  spawnIndexer,
  type Tables,
} from '../support/indexer-harness';
import { type LyingNode, startLyingNode } from '../support/lying-node';
import { answerRestlessly } from '../support/restless-node';
import { indexAlone, splitAt } from '../support/split-chain';
import { stopChild } from '../support/stop-child';
import { until } from '../support/until';
import { SYNTHETIC_CHAIN_ID } from '../synthetic/cast';
import { type Draws, drawsOf } from '../synthetic/draws';

const RUNS = Number(process.env.RUNS ?? 15);
const KILLS = Number(process.env.KILLS ?? 18);
const SEED = Number(process.env.SEED ?? 1);
const SMALL = { transactions: 600, perBlock: 10 };
const LARGE = { transactions: 9_000, perBlock: 15 };
const LATEST_KILL_MS = 4_000;
/** What is slow on a busy machine is not wrong. */
const PATIENCE_MS = 300_000;
const BLOCKS = 20;
const KILLS_A_CHAIN = 6;

const { sql, url } = await provideDatabase();
const other = await provideDatabase();
let node: LyingNode;
let program: string;
beforeAll(async () => {
  await loadFastKeccak();
  node = await startLyingNode(answerRestlessly(LARGE));
  program = (await bundleIndexer()).replace('indexer.mjs', 'backfill.mjs');
});
afterAll(() => node.stop());

async function indexOnce(size: typeof SMALL): Promise<Tables> {
  const db = await openChain(other.sql, SYNTHETIC_CHAIN_ID);
  await indexAll({ rpc: createFakeRpc(answerRestlessly(size)), db });
  const tables = await dumpTables(db);
  await dropChain(other.sql, SYNTHETIC_CHAIN_ID);
  return tables;
}

let large: Promise<Tables> | undefined;
/** The index of the large chain by a single run. */
const indexLargeOnce = () => {
  large ??= indexOnce(LARGE);
  return large;
};

test('wherever the chain is cut, its parts make the index of a single run, while contracts are enriched', async () => {
  const truth = await indexOnce(SMALL);
  const rpc = createFakeRpc(answerRestlessly(SMALL));
  const last = SMALL.transactions / SMALL.perBlock - 1;
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: last }), { minLength: 1, maxLength: 7 });
  const ways = fc.record({ isEnriched: fc.boolean(), isPartitioned: fc.boolean(), isBeside: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(cuts, ways, async (heights, { isEnriched, isPartitioned, isBeside }) => {
      await openChain(sql, SYNTHETIC_CHAIN_ID);
      await dropChain(sql, SYNTHETIC_CHAIN_ID);
      const served = await openChain(sql, SYNTHETIC_CHAIN_ID);
      const db = isBeside ? await openNext(sql, SYNTHETIC_CHAIN_ID) : served;
      await openState(db, 0);
      if (isPartitioned) await partitionChain(db, { size: 20 });
      const parts = splitAt(heights, last);
      for (const range of parts.toReversed()) await indexAlone(db, rpc, range);
      for (const range of parts) {
        expect(await joinPart(db, openPart(db, range.from), range)).toBe('joined');
        if (isEnriched) await enrichAll(rpc, db);
      }
      await indexAll({ rpc, db });
      if (isBeside) await switchSchema(sql, SYNTHETIC_CHAIN_ID);
      const { transaction_heights: heightsOf, ...rows } = await dumpTables(served);
      expect(heightsOf).toHaveLength(isPartitioned ? SMALL.transactions : 0);
      expect(compareTables(rows, { ...truth, transaction_heights: [] })).toEqual({});
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

const served = () => openDatabase(sql, SYNTHETIC_CHAIN_ID);
const environment = () => ({ DATABASE_URL: url, RPC_URL: node.url, PROVE: 'off' });
const start = (...given: string[]) =>
  launch(program, ['--workers', '2', '--blocks', String(BLOCKS), ...given]);

/** What a test that failed has started would lead the chain of the next one. */
const started = new Set<ChildProcess>();
afterEach(async () => {
  for (const child of started) await stopChild(child);
  started.clear();
});
function launch(path: string, given: readonly string[] = []) {
  const launched = spawnIndexer(path, environment(), given);
  started.add(launched.child);
  return launched;
}

/**
 * Kills the joiner, or one of its workers and then the joiner, at any instant: one time in three of its start, else after a
 * worker has begun with a range, however long that takes on a busy machine. Says when.
 */
async function killSoon(draws: Draws, ...given: string[]): Promise<string> {
  const { child, said } = start(...given);
  const ended = once(child, 'exit');
  const hasBegun = () => /"from":\d+.*"following the chain"/.test(said.join(''));
  const isLate = draws.below(3) > 0;
  if (isLate) await until('a range', () => hasBegun() || child.exitCode !== null, PATIENCE_MS);
  const ms = draws.below(LATEST_KILL_MS);
  await Promise.race([delay(ms), ended]);
  const workers = [...said.join('').matchAll(/"pid":(\d+),"msg":"started a worker"/g)];
  const worker = workers[draws.below(3)]?.[1];
  if (worker !== undefined && child.exitCode === null) {
    process.kill(Number(worker), 'SIGKILL');
    await Promise.race([delay(draws.below(LATEST_KILL_MS)), ended]);
  }
  await stopChild(child);
  return `${worker === undefined ? 'joiner' : 'worker'} at ${ms} ms${isLate ? ' of a range' : ''}`;
}

test('workers and joiners that are killed at any instant lose and double nothing', async () => {
  const truth = await indexLargeOnce();
  const draws = drawsOf(SEED, KILLS);
  const kills: string[] = [];
  while (kills.length < KILLS) {
    await openChain(sql, SYNTHETIC_CHAIN_ID);
    await dropChain(sql, SYNTHETIC_CHAIN_ID);
    for (let kill = 0; kill < KILLS_A_CHAIN; kill += 1) kills.push(await killSoon(draws));
    const { child, said } = start();
    const [code] = await once(child, 'exit');
    expect(code, `${kills.join(', ')}\n${said.join('')}`).toBe(0);
    const db = await openChain(sql, SYNTHETIC_CHAIN_ID);
    expect((await findTip(db))?.number).toBeGreaterThan(LARGE.transactions / LARGE.perBlock - 66 - BLOCKS);
    await indexAll({ rpc: createFakeRpc(answerRestlessly(LARGE)), db });
    expect(await compareIndex(db, truth), kills.join(', ')).toEqual({});
    const schemas = await sql`select from pg_namespace where nspname like 'chain%'`;
    expect(schemas).toHaveLength(1);
  }
});

test('kills lose and double nothing while the head is followed in an index beside', async () => {
  const truth = await indexLargeOnce();
  const draws = drawsOf(SEED + 1, KILLS);
  const kills: string[] = [];
  const head = LARGE.transactions / LARGE.perBlock - 1;
  while (kills.length < KILLS) {
    await openChain(sql, SYNTHETIC_CHAIN_ID);
    await dropChain(sql, SYNTHETIC_CHAIN_ID);
    // until the first run has begun an interim index
    const first = start('--beside');
    await until('an interim index', () => isInterim(served()).catch(() => false), PATIENCE_MS);
    const indexer = launch(program.replace('backfill.mjs', 'indexer.mjs'));
    const isAtHead = async () => (await findTip(served()))?.number === head;
    await until('the head', isAtHead, PATIENCE_MS).catch((error: unknown) => {
      throw new Error(`${first.said.join('')}\n${indexer.said.join('')}`, { cause: error });
    });
    await stopChild(first.child);
    for (let kill = 0; kill < KILLS_A_CHAIN; kill += 1) {
      kills.push(await killSoon(draws, '--beside'));
      expect((await findTip(served()))?.number).toBe(head);
    }
    const { child, said } = start('--beside');
    const [code] = await once(child, 'exit');
    expect(code, `${kills.join(', ')}\n${said.join('')}`).toBe(0);
    expect(indexer.child.exitCode).toBeNull();
    await stopChild(indexer.child);
    const db = await openChain(sql, SYNTHETIC_CHAIN_ID);
    await indexAll({ rpc: createFakeRpc(answerRestlessly(LARGE)), db });
    expect(compareTables(await dumpTables(db), truth), kills.join(', ')).toEqual({});
    expect(await sql`select from pg_namespace where nspname like 'chain%'`).toHaveLength(1);
  }
});

test('a run that is stopped goes on where it was', async () => {
  await openChain(sql, SYNTHETIC_CHAIN_ID);
  await dropChain(sql, SYNTHETIC_CHAIN_ID);
  const { child, said } = start();
  await until('the first join', () => said.join('').includes('joined a range'), PATIENCE_MS);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  const db = await openChain(sql, SYNTHETIC_CHAIN_ID);
  const stoppedAt = (await findTip(db))?.number ?? -1;
  expect(stoppedAt).toBeGreaterThan(0);
  expect(await listBackfill(db)).not.toEqual([]);
  const again = start();
  expect(await once(again.child, 'exit')).toEqual([0, null]);
  expect(await listBackfill(db)).toEqual([]);
  expect((await findTip(db))?.number).toBeGreaterThan(stoppedAt);
});

test('a part that does not follow the one before is indexed again; what is not joined can be dropped', async () => {
  await openChain(sql, SYNTHETIC_CHAIN_ID);
  await dropChain(sql, SYNTHETIC_CHAIN_ID);
  const db = await openChain(sql, SYNTHETIC_CHAIN_ID);
  const rpc = createFakeRpc(answerRestlessly(SMALL));
  const log = createLog({ name: 'test', level: 'silent' });
  const stopping = new AbortController();
  const chain = { firstBlock: 0, endBlock: 29, executor: undefined };
  const given = { ...{ url, db, rpc, chain, log, pollMs: 10 }, signal: stopping.signal };
  await planBackfill(db, { reached: -1, limit: 29, blocks: 10 });
  const worker = indexParts(given);
  await until('all parts', async () => (await listBackfill(db)).every(({ isDone }) => isDone), PATIENCE_MS);
  await sql`update ${openPart(db, 10).schema}.blocks set parent_hash = hash where number = 10`;
  await sql`truncate ${openPart(db, 20).schema}.migrations`;
  const notFinalized = { ...SMALL, transactions: SMALL.transactions + 64 * SMALL.perBlock };
  const joining = { ...given, rpc: createFakeRpc(answerRestlessly(notFinalized)), blocks: 10 };
  expect(await backfillChain(joining)).toBe('finished');
  stopping.abort();
  await worker;
  expect((await findTip(db))?.number).toBe(29);
  await planBackfill(db, { reached: 29, limit: 59, blocks: 10 });
  await indexAlone(db, rpc, { from: 30, to: 39 });
  expect(await dropBackfill(db)).toBe(3);
  expect(await sql`select from pg_namespace where nspname like 'chain%'`).toHaveLength(1);
  await indexAll({ rpc, db });
  expect(await compareIndex(db, await indexOnce(SMALL))).toEqual({});
});
