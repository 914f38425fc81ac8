import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase, openPool, type Sql } from '@/lib/db/open-database';
import { confirmAnswers } from '@/lib/indexer/sync/confirmed-rpc';
import { type Convergence, converge, startProgress } from '@/lib/indexer/sync/converge';
import { findTip } from '@/lib/indexer/sync/state';
import type { Rpc } from '@/lib/rpc/client';
import { fetchCodes } from '@/lib/rpc/methods';
import { type BranchingNode, createBranchingNode } from '../support/branching-node';
import { provideDatabase, type TestDatabase } from '../support/database';
import { createFakeRpc } from '../support/fake-rpc';
import {
  compareIndex,
  compareTables,
  dumpTables,
  indexAll,
  openChain,
  openContext,
  type Tables,
} from '../support/indexer-harness';
import { SYNTHETIC_CHAIN_ID } from '../synthetic/cast';
import { drawsOf } from '../synthetic/draws';

const FINALIZED_DEPTH = 64;
const CODE = { addresses: [Buffer.alloc(20, 7)] };

const [live, clean] = await Promise.all([provideDatabase(), provideDatabase()]);
let db: Database;
/** Of the indexer under test, which ends and begins anew. */
let pool: Sql;
beforeEach(async () => {
  await openFresh(live);
  restart();
});
afterEach(() => pool.end({ timeout: 1 }));

/** A process that begins anew has no connection of the one before. */
function restart(): void {
  pool = openPool({ url: live.url, connections: 3, name: 'indexer-test' });
  db = openDatabase(pool, SYNTHETIC_CHAIN_ID);
}

async function openFresh({ sql }: TestDatabase): Promise<Database> {
  await sql`drop schema if exists ${sql(`chain_${SYNTHETIC_CHAIN_ID}`)} cascade`;
  return openChain(sql, SYNTHETIC_CHAIN_ID);
}

const clientOf = (...nodes: readonly BranchingNode[]) =>
  createFakeRpc(Object.fromEntries(nodes.map(({ send }, at) => [`node${at}`, send])));

async function cleanTables(node: BranchingNode, firstBlock = 0): Promise<Tables> {
  const fresh = await openFresh(clean);
  await indexAll({ rpc: clientOf(node), db: fresh, firstBlock });
  return dumpTables(fresh);
}

/** One converge step after another, as the loop does, until `isEnd`; failures are collected. */
async function follow(
  rpc: Rpc,
  /** Or the number of steps. */
  end: ((outcome: Convergence) => boolean) | number,
  disputePolicy = { agreements: 3, everyMs: 0 },
): Promise<Convergence[]> {
  const context = { ...(await openContext({ rpc, db })), disputePolicy };
  const progress = startProgress();
  const outcomes: Convergence[] = [];
  for (;;) {
    const outcome = await converge(context, progress);
    outcomes.push(outcome);
    if (typeof end === 'number' ? outcomes.length === end : end(outcome)) return outcomes;
  }
}

const kindsOf = (outcomes: readonly Convergence[]) => outcomes.map(({ kind }) => kind);

/** Tables that a rollback changes, in its order. */
const STEPS = [
  'daily_stats',
  'token_holders',
  'tokens',
  'addresses',
  'indexer_state',
  'blocks',
  'logs',
  'block_stats',
];

/** The next statement that removes from or updates the table ends its session, as a killed server process would. */
async function killAt(table: string): Promise<void> {
  await live.sql`
    create or replace function public.end_session() returns trigger language plpgsql as
    'begin perform pg_terminate_backend(pg_backend_pid()); return null; end'`;
  await live.sql`
    create trigger end_session before delete or update on ${db.schema}.${live.sql(table)}
    for each statement execute function public.end_session()`;
}

describe.each([1, 2])('a random sequence of reorganizations (%i)', (seed) => {
  test('up to 64 deep, nested, interrupted, and back to the old chain, ends as if undisturbed', async () => {
    const draws = drawsOf(90, seed);
    const node = createBranchingNode(100);
    const rpc = clientOf(node);
    await indexAll({ rpc, db });
    for (let round = 0; round < 3; round++) {
      const old = node.save();
      node.reorganize(node.behavior.head - 1 - draws.below(FINALIZED_DEPTH));
      const table = STEPS[draws.below(STEPS.length)] ?? 'blocks';
      await killAt(table);
      await expect(indexAll({ rpc, db })).rejects.toThrow();
      await pool.end({ timeout: 1 });
      restart();
      await live.sql`drop trigger end_session on ${db.schema}.${live.sql(table)}`;
      const isBack = draws.below(2) === 0;
      if (isBack) {
        // removed, half indexed anew, and then the old chain is there again
        const context = await openContext({ rpc, db });
        const progress = { ...startProgress(), batchBlocks: 1 };
        const first = await converge(context, progress);
        expect(first.kind).toBe('reorg');
        await converge(context, progress);
        if (draws.below(2) === 0) node.reorganize((await findTip(db))?.number ?? 0);
        node.restore(old);
      }
      node.behavior.head += draws.below(3);
      await indexAll({ rpc, db });
      expect(await compareIndex(db, await cleanTables(node))).toEqual({});
    }
  });
});

describe('another chain that answers for a while', () => {
  const imposters: [string, (node: BranchingNode) => void][] = [
    ['with another chain ID', ({ behavior }) => Object.assign(behavior, { chainId: 5 })],
    ['with the same chain ID and another block 0', (node) => node.reorganize(-1)],
    [
      'with another first indexed block and no block 0',
      (node) => {
        node.reorganize(-1);
        node.behavior.lacks = (height) => height === 0;
      },
    ],
    [
      'from block 0, and shorter',
      (node) => {
        node.reorganize(-1);
        node.behavior.head = 3;
      },
    ],
    [
      'longer',
      (node) => {
        node.reorganize(-1);
        node.behavior.head += 50;
      },
    ],
  ];

  test.each(imposters)('%s removes and writes nothing', async (name, disguise) => {
    // without a block that tells its chain it is a node that lacks blocks
    for (const firstBlock of name.includes('no block 0') ? [10] : [0, 10]) {
      await openFresh(live);
      const node = createBranchingNode(40);
      const rpc = clientOf(node);
      await indexAll({ rpc, db, firstBlock });
      const context = await openContext({ rpc, db, firstBlock });
      const before = await dumpTables(db);
      const [old, behavior] = [node.save(), { ...node.behavior }];
      disguise(node);
      // at the head, with a batch that does not continue the tip, and without one
      for (const progress of [startProgress(), { ...startProgress(), head: 45, headFetchedAt: Date.now() }]) {
        node.behavior.head = Math.max(node.behavior.head, progress.head ?? 0);
        for (let step = 0; step < 3; step++)
          await expect(converge(context, progress)).rejects.toMatchObject({
            code: 'chain_mismatch',
            retryable: true,
          });
      }
      await expect(indexAll({ rpc, db, firstBlock })).rejects.toMatchObject({ code: 'chain_mismatch' });
      expect(await compareIndex(db, before)).toEqual({});
      node.restore(old);
      Object.assign(node.behavior, behavior, { head: 50 });
      await indexAll({ rpc, db, firstBlock });
      expect(await compareIndex(db, await cleanTables(node, firstBlock))).toEqual({});
    }
  });

  test('is benched and left out when another endpoint is right', async () => {
    const [right, wrong] = [createBranchingNode(30), createBranchingNode(30)];
    await indexAll({ rpc: clientOf(right), db });
    right.behavior.head = 40;
    wrong.behavior.head = 45;
    const rpc = clientOf(wrong, right);
    await expect(indexAll({ rpc, db })).rejects.toMatchObject({ code: 'chain_mismatch' });
    await indexAll({ rpc, db });
    expect(rpc.health().map(({ benchedUntil }) => benchedUntil !== null)).toEqual([true, false]);
    expect(await compareIndex(db, await cleanTables(right))).toEqual({});
  });

  test('gives no single answer to what stores single answers', async () => {
    const node = createBranchingNode(20);
    const rpc = clientOf(node);
    await indexAll({ rpc, db });
    const confirmed = confirmAnswers(rpc, db);
    expect(await fetchCodes(confirmed, CODE.addresses, 'latest')).toHaveLength(1);
    node.behavior.chainId = 5;
    for (const asked of [confirmed, confirmed.observe()])
      await expect(fetchCodes(asked, CODE.addresses, 'latest')).rejects.toMatchObject({
        code: 'chain_mismatch',
      });
    node.behavior.chainId = SYNTHETIC_CHAIN_ID;
    const many = await Promise.all(
      Array.from({ length: 50 }, () => fetchCodes(confirmed, CODE.addresses, 'latest')),
    );
    expect(many).toHaveLength(50);
  });
});

describe('finalized blocks', () => {
  test('stay until every endpoint has answered the same often enough', async () => {
    const node = createBranchingNode(100);
    const second = createBranchingNode(100, node.save());
    const rpc = clientOf(node, second);
    await indexAll({ rpc, db });
    const before = await dumpTables(db);
    node.reorganize(100 - FINALIZED_DEPTH - 1);
    const [first] = await follow(rpc, ({ kind }) => kind === 'disputed');
    expect(first).toMatchObject({
      finalized: 36,
      ancestor: 35,
      agreements: 0,
      obstacle: expect.stringContaining('node1'),
    });
    const endless = await follow(rpc, 5);
    expect(new Set(kindsOf(endless))).toEqual(new Set(['disputed']));
    second.behavior.isSilent = true;
    const silent = await follow(rpc, 5);
    expect(new Set(kindsOf(silent))).toEqual(new Set(['disputed']));
    expect(await compareIndex(db, before)).toEqual({});
    second.behavior.isSilent = false;
    second.restore(node.save());
    const agreed = await follow(rpc, ({ kind }) => kind === 'idle');
    expect(kindsOf(agreed).slice(0, 3)).toEqual(['disputed', 'disputed', 'reorg']);
    expect(agreed[2]).toMatchObject({ removed: 65, finalized: 36 });
    await indexAll({ rpc, db });
    expect(await compareIndex(db, await cleanTables(node))).toEqual({});
  });

  test('are those that the node once called finalized, even when it forgets', async () => {
    const node = createBranchingNode(100);
    node.behavior.finalized = 95;
    const rpc = clientOf(node);
    await indexAll({ rpc, db });
    node.behavior.finalized = 2;
    node.reorganize(90);
    const [first] = await follow(rpc, 1, { agreements: 3, everyMs: 60_000 });
    expect(first).toMatchObject({ kind: 'disputed', finalized: 95, ancestor: 90, agreements: 1 });
  });

  test('need the agreements to be apart, and about the same block', async () => {
    const node = createBranchingNode(100);
    const rpc = clientOf(node);
    await indexAll({ rpc, db });
    node.reorganize(10);
    const hasty = await follow(rpc, 6, { agreements: 2, everyMs: 60_000 });
    expect(hasty.map((outcome) => ('agreements' in outcome ? outcome.agreements : outcome.kind))).toEqual([
      1, 1, 1, 1, 1, 1,
    ]);
    let steps = 0;
    const fickle = await follow(rpc, () => {
      node.reorganize(10);
      steps += 1;
      return steps === 6;
    });
    expect(fickle.map((outcome) => ('agreements' in outcome ? outcome.agreements : outcome.kind))).toEqual([
      1, 1, 1, 1, 1, 1,
    ]);
  });

  test('are those seen finalized while indexed: an orphaned block that never was is given up at once', async () => {
    const node = createBranchingNode(100);
    const rpc = clientOf(node);
    await indexAll({ rpc, db });
    // hours later: what was the tip is orphaned, and long since finalized on the other side
    node.reorganize(99);
    node.behavior.head = 300;
    const outcomes = await follow(rpc, ({ kind }) => kind === 'idle');
    expect(kindsOf(outcomes)).toContain('reorg');
    expect(kindsOf(outcomes)).not.toContain('disputed');
    await indexAll({ rpc, db });
    expect(await compareIndex(db, await cleanTables(node))).toEqual({});
  });
});

describe('a node that only lacks blocks', () => {
  const failures: [string, Partial<BranchingNode['behavior']>][] = [
    ['whose head goes back', { head: 20 }],
    ['whose head is 0', { head: 0 }],
    ['that misses blocks below its head', { lacks: (height) => height > 30 }],
    ['that misses all blocks', { lacks: () => true }],
    ['whose head is far ahead of its blocks', { head: 2 ** 52, lacks: (height) => height > 60 }],
  ];

  test.each(failures)('%s loses nothing', async (_, behavior) => {
    const node = createBranchingNode(60);
    const rpc = clientOf(node);
    await indexAll({ rpc, db });
    const context = await openContext({ rpc, db });
    const { indexer_state: _state, ...before } = await dumpTables(db);
    const honest = { ...node.behavior };
    Object.assign(node.behavior, behavior);
    const progress = startProgress();
    for (let step = 0; step < 3; step++) {
      const outcome = await converge(context, progress).catch(({ code }) => ({ kind: code }));
      expect(['ahead', 'node_answer', 'chain_mismatch']).toContain(outcome.kind);
    }
    const { indexer_state: _kept, ...after } = await dumpTables(db);
    expect(compareTables(after, before)).toEqual({});
    Object.assign(node.behavior, honest, { head: 70 });
    await indexAll({ rpc, db });
    expect(await compareIndex(db, await cleanTables(node))).toEqual({});
  });
});
