import { beforeAll, describe, expect, test } from 'vitest';
import { rewriteBlock } from '@/lib/indexer/repair/rewrite-block';
import type { IndexContext } from '@/lib/indexer/sync/converge';
import { fetchBundle } from '@/lib/indexer/sync/fetch-block';
import { prepareBatch } from '@/lib/indexer/sync/prepare';
import { createRpc, type Rpc } from '@/lib/rpc/client';
import { alter, readPool, remember, type Source } from '../support/altered-node';
import { provideDatabase } from '../support/database';
import {
  compareIndex,
  dumpTables,
  enrichAll,
  indexAll,
  openChain,
  openContext,
  type Tables,
} from '../support/indexer-harness';
import { HAS_RECORDINGS, startReplay } from '../support/recordings';
import { shareTestChain } from '../support/shared-chain';
import { drawsOf } from '../synthetic/draws';

/** Lies per index, about. */
const LIES = 40;

const database = await provideDatabase();

async function openFresh({ chainId, first }: Source, rpc: Rpc): Promise<IndexContext> {
  await database.sql`drop schema if exists ${database.sql(`chain_${chainId}`)} cascade`;
  const db = await openChain(database.sql, chainId);
  await indexAll({ rpc, db, firstBlock: first });
  return openContext({ rpc, db, firstBlock: first });
}

async function rewrite(context: IndexContext, height: number): Promise<void> {
  const { batch } = await prepareBatch(context, new Map(), [await fetchBundle(context, height)]);
  expect(await rewriteBlock(context, batch)).toBe(true);
}

async function dumpClean(source: Source): Promise<Tables> {
  const { db } = await openFresh(source, source.rpc);
  return dumpTables(db);
}

/** Indexes a chain with lies about many blocks, writes those anew in an order of the seed, and returns what differs. */
async function healAll(source: Source, seed: number, clean: Tables) {
  const draws = drawsOf(seed, 1_000_000);
  const all = Array.from({ length: source.last - source.first + 1 }, (_, at) => source.first + at);
  const heights = all.filter(() => draws.below(all.length) < LIES);
  const { rpc, altered } = alter(source, { seed, heights: new Set(heights) });
  const lied = await openFresh(source, rpc);
  const before = await compareIndex(lied.db, clean);
  const honest = { ...lied, rpc: source.rpc };
  const shuffled = heights.map((height) => ({ height, rank: draws.below(1e9) }));
  for (const { height } of shuffled.sort((a, b) => a.rank - b.rank)) await rewrite(honest, height);
  await enrichAll(source.rpc, lied.db);
  return { altered: altered, before, after: await compareIndex(lied.db, clean) };
}

const chain = await shareTestChain();

describe.each([
  ['with traces', true, [1, 2]],
  ['without traces', false, [3]],
])('the demo chain %s', (_, hasTraces, seeds) => {
  let source: Source;
  let clean: Tables;
  beforeAll(async () => {
    const rpc = remember(createRpc({ urls: [chain.rpcUrl] }), hasTraces);
    const range = { first: 0, last: chain.history.tip.number };
    source = { rpc, chainId: 31_337, ...range, pool: await readPool(rpc, range) };
    clean = await dumpClean(source);
  });

  test.each(seeds)('lies about many blocks leave nothing behind (%i)', async (seed) => {
    const { altered, before, after } = await healAll(source, seed, clean);
    expect(altered.size).toBeGreaterThan(LIES / 2);
    expect(Object.keys(before).length).toBeGreaterThan(10);
    expect(after).toEqual({});
  });
});

test('balances of the tokens that a rewritten block moves are to be compared again, others are not', async () => {
  const rpc = createRpc({ urls: [chain.rpcUrl] });
  const context = await openFresh(
    { rpc, chainId: 31_337, first: 0, last: 0, pool: { addresses: [], logs: [] } },
    rpc,
  );
  const { sql, schema } = context.db;
  await sql`
    insert into ${schema}.token_balance_checks
    select address, 'calls', 400, transfers_count, 400, 9 from ${schema}.tokens`;
  const [moved] = await sql<{ height: number; token: Buffer }[]>`
    select block_number as height, min(token_address) as token from ${schema}.token_transfers
    group by block_number having count(distinct token_address) = 1 order by block_number desc limit 1`;
  if (!moved) throw new Error('no block moves one token alone');
  await rewrite(context, moved.height);
  const doubted = await sql`
    select token_address, walked_block, walked_log from ${schema}.token_balance_checks where transfers_count = -1`;
  const walked =
    moved.height > 400
      ? { walked_block: 400, walked_log: 9 }
      : { walked_block: moved.height - 1, walked_log: -1 };
  expect([...doubted]).toEqual([{ token_address: moved.token, ...walked }]);
});

test.skipIf(!HAS_RECORDINGS)('lies about recorded blocks leave nothing behind', async () => {
  const [first, last] = [17_686_110, 17_686_114];
  const replay = await startReplay('realdata/blocks/1', ['--from', String(first), '--to', String(last)]);
  try {
    const rpc = remember(createRpc({ urls: [replay.url] }), true);
    const source = { rpc, chainId: 1, first, last, pool: await readPool(rpc, { first, last }) };
    const clean = await dumpClean(source);
    const { altered, before, after } = await healAll(source, 4, clean);
    expect(altered.size).toBeGreaterThan(2);
    expect(Object.keys(before).length).toBeGreaterThan(5);
    expect(after).toEqual({});
  } finally {
    await replay.stop();
  }
});
