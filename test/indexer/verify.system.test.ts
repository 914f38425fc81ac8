import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Database } from '@/lib/db/open-database';
import { type VerifySource, verifyBlocks } from '@/lib/indexer/repair/verify-block';
import { type ProofProgress, proveNext } from '@/lib/indexer/repair/watch-proof';
import { listUnprovenRanges, readProvability, storeProvability } from '@/lib/indexer/sync/proven-ranges';
import { createStrictProver } from '@/lib/indexer/sync/prover';
import { createLog } from '@/lib/log';
import { recoverSenders } from '@/lib/proof/recover-senders';
import { createRpc, type Rpc } from '@/lib/rpc/client';
import { alter, readPool, type Source } from '../support/altered-node';
import { provideDatabase } from '../support/database';
import {
  bundleIndexer,
  compareTables,
  dumpTables,
  indexAll,
  openChain,
  openContext,
  type Tables,
} from '../support/indexer-harness';
import { startSmallChain } from '../support/lies-harness';
import { startProgram } from '../support/programs';
import { provide } from '../support/provide';

const CHAIN_ID = 31_337;
const HEAD = 7;
const ALL = Array.from({ length: HEAD + 1 }, (_, height) => height);
const LIED = [3, 4, 6];
const SEED = 5;
const log = createLog({ name: 'test', level: 'silent' });

let source: Source;
let clean: Tables;
const [database, anvil, program] = await Promise.all([
  provideDatabase(),
  provide(startSmallChain()),
  bundleIndexer(),
]);
beforeAll(async () => {
  const rpc = createRpc({ urls: [anvil.rpcUrl] });
  const range = { first: 0, last: HEAD };
  source = { rpc, chainId: CHAIN_ID, ...range, pool: await readPool(rpc, range) };
  const db = await indexFrom(rpc);
  const verdicts = await verifyBlocks(await sourceOf(db), ALL, false);
  expect([...verdicts.values()]).toEqual(ALL.map(() => ({ kind: 'proven' })));
  clean = await dumpTables(db);
});

async function indexFrom(rpc: Rpc): Promise<Database> {
  await database.sql`drop schema if exists ${database.sql(`chain_${CHAIN_ID}`)} cascade`;
  const db = await openChain(database.sql, CHAIN_ID);
  await indexAll({ rpc, db });
  return db;
}

/** An index that was lied to, and the lies. */
async function indexLies() {
  const { rpc, altered } = alter(source, { seed: SEED, heights: new Set(LIED) });
  const db = await indexFrom(rpc);
  expect([...altered.keys()].sort()).toEqual(LIED);
  return db;
}

async function sourceOf(db: Database): Promise<VerifySource> {
  const context = await openContext({ rpc: source.rpc, db });
  const prover = createStrictProver(recoverSenders);
  return { ...context, prover, signal: new AbortController().signal };
}

/** Metadata of contracts is read again by the running indexer. */
async function settle(db: Database): Promise<Tables> {
  await indexAll({ rpc: source.rpc, db });
  return dumpTables(db);
}

async function verify(...args: string[]) {
  const environment = { DATABASE_URL: database.url, RPC_URL: anvil.rpcUrl };
  const file = join(dirname(program), 'verify.mjs');
  const run = startProgram('verify', environment, { file, args });
  const code = await run.ended;
  return { code, output: run.output() };
}

test('the program finds the blocks that were told wrongly, says how they differ, and repairs them', async () => {
  const db = await indexLies();
  const looked = await verify();
  expect(looked.output).toContain(`Blocks 0 to ${HEAD}: 5 proven, 3 different.`);
  for (const height of LIED)
    expect(looked.output).toMatch(new RegExp(`^Block ${height}: different \\(\\w`, 'm'));
  expect(looked.code).toBe(1);
  expect(await listUnprovenRanges(db, { from: 0, to: HEAD }, 9)).toHaveLength(2);
  const part = await verify('--from', '4', '--to', '5', '--repair', '--chain', String(CHAIN_ID));
  expect(part.output).toContain('Blocks 4 to 5: 1 proven, 1 repaired.');
  expect(part.code).toBe(0);
  const whole = await verify('--repair');
  expect(whole.output).toContain('6 proven, 2 repaired.');
  expect(whole.code).toBe(0);
  expect(compareTables(await settle(db), clean)).toEqual({});
});

test('the indexer goes through what is not proven from the newest block down, and repairs it', async () => {
  const db = await indexLies();
  const watched = await sourceOf(db);
  const watch = { firstBlock: 0, log };
  const progress: ProofProgress = { below: HEAD + 1, failed: new Map() };
  while (await proveNext(watched, watch, progress));
  expect([...(await listUnprovenRanges(db, { from: 0, to: HEAD }, 9))]).toEqual([]);
  expect(compareTables(await settle(db), clean)).toEqual({});
});

test('what a node could not prove while it lied is tried again hours later', async () => {
  const db = await indexLies();
  const honest = await sourceOf(db);
  const { rpc } = alter(source, { seed: SEED, heights: new Set(LIED) });
  const progress: ProofProgress = { below: HEAD + 1, failed: new Map() };
  let hours = 0;
  const watch = { firstBlock: 0, log, now: () => 1.8e12 + hours * 3_600_000 };
  const sweep = async (watched: VerifySource) => {
    while (await proveNext(watched, watch, progress));
    progress.below = HEAD + 1;
    const unproven = await listUnprovenRanges(db, { from: 0, to: HEAD }, 9);
    return unproven.flatMap(({ from, to }) => (from === to ? from : [from, to])).sort();
  };
  expect(await sweep({ ...honest, rpc })).toEqual([3, 4, 6]);
  hours = 1;
  expect(await sweep(honest)).toEqual([3, 4, 6]);
  hours = 6;
  expect(await sweep(honest)).toEqual([]);
});

test('a node that still lies proves nothing and changes nothing', async () => {
  const db = await indexLies();
  const before = await dumpTables(db);
  const { rpc } = alter(source, { seed: SEED, heights: new Set(LIED) });
  const verdicts = await verifyBlocks({ ...(await sourceOf(db)), rpc }, LIED, true);
  expect([...verdicts.values()].map(({ kind }) => kind)).toEqual(LIED.map(() => 'unproven'));
  expect(await dumpTables(db)).toEqual(before);
});

test('blocks that are not indexed, other blocks and chains without proof are told apart', async () => {
  const db = await indexFrom(source.rpc);
  await db.sql`update ${db.schema}.blocks set hash = ${Buffer.alloc(32, 9)} where number = 2`;
  const { code, output } = await verify('--to', String(HEAD + 1));
  expect(output).toMatch(/^Block 2: another block at the node$/m);
  expect(output).toContain('7 proven, 1 another block at the node, 1 not indexed.');
  expect(code).toBe(1);
  await storeProvability(db, { status: 'unprovable', reason: 'it has its own rules', checks: ['senders'] });
  const progress = { below: HEAD + 1, failed: new Map<number, number>() };
  expect(await proveNext(await sourceOf(db), { firstBlock: 0, log }, progress)).toBe(false);
});

test('a chain that a lie has marked as not provable is taken for provable again once all of it is proven', async () => {
  const db = await indexLies();
  const lied = { status: 'unprovable', reason: 'a lie', checks: ['receipts_root'] } as const;
  await storeProvability(db, lied);
  expect(await verify('--from', '1', '--repair')).toMatchObject({
    ...{
      code: 0,
      output: expect.stringContaining(`Blocks of chain ${CHAIN_ID} could not be proven: a lie.`),
    },
  });
  expect(await readProvability(db)).toEqual(lied);
  expect(await verify()).toMatchObject({ code: 0 });
  expect(await readProvability(db)).toEqual({ status: 'provable', reason: null, checks: [] });
});
