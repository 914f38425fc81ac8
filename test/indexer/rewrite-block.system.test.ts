import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestChain, type TestChain } from '@/demo/test-chain';
import type { Database } from '@/lib/db/open-database';
import { createContractCooldown } from '@/lib/indexer/contract-cooldown';
import type { IndexContext } from '@/lib/indexer/converge';
import { fetchBundle } from '@/lib/indexer/fetch-block';
import { prepareBatch } from '@/lib/indexer/prepare';
import { rewriteBlock } from '@/lib/indexer/rewrite-block';
import { enrichContracts } from '@/lib/indexer/token-metadata';
import { createLog } from '@/lib/log';
import { createRpc, type Rpc } from '@/lib/rpc/client';
import { RpcError } from '@/lib/rpc/rpc-error';
import {
  ALTERATIONS,
  type Answered,
  type Pool,
  type RawBlock,
  type RawReceipt,
} from '../support/alter-block';
import { createTestDatabase, type TestDatabase } from '../support/database';
import {
  compareTables,
  dumpTables,
  indexAll,
  openChain,
  openContext,
  type Tables,
} from '../support/indexer-harness';
import { drawsOf } from '../synthetic/draws';

/** Blocks of a node that answers each request once, so that many indexes cost it little. */
type Source = { rpc: Rpc; chainId: number; first: number; last: number; pool: Pool };

const keyOf = (method: string, params: readonly unknown[]) => `${method} ${JSON.stringify(params)}`;
const heightOf = (params: readonly unknown[]) => Number(params[0]);
const isTraced = (method: string) => method.startsWith('debug_') || method.startsWith('trace_');

function remember(rpc: Rpc, hasTraces: boolean): Rpc {
  const answers = new Map<string, Promise<unknown>>();
  const ask: Rpc['request'] = async (method, params) => {
    if (!hasTraces && isTraced(method))
      throw new RpcError(method, { code: -32601, message: 'the method does not exist' });
    const key = keyOf(method, params);
    const known = answers.get(key) ?? rpc.request(method, params);
    answers.set(key, known);
    return known;
  };
  return { ...rpc, request: ask };
}

async function readPool(rpc: Rpc, { first, last }: { first: number; last: number }): Promise<Pool> {
  const pool: Pool = { addresses: [], logs: [] };
  const addresses = new Set<string>();
  for (let height = first; height <= last; height++) {
    const tag = `0x${height.toString(16)}`;
    const block: RawBlock = JSON.parse(
      JSON.stringify(await rpc.request('eth_getBlockByNumber', [tag, true])),
    );
    const receipts: RawReceipt[] = JSON.parse(
      JSON.stringify(await rpc.request('eth_getBlockReceipts', [tag])),
    );
    for (const { from, to } of block.transactions) addresses.add(from).add(to ?? from);
    for (const { logs, contractAddress } of receipts) {
      if (contractAddress) addresses.add(contractAddress);
      pool.logs.push(...logs);
    }
  }
  pool.addresses.push(...addresses);
  return pool;
}

/** The traces of the first transactions, whichever method gave them. */
function cutTraces(answer: unknown, count: number): unknown {
  if (!Array.isArray(answer)) return answer;
  return answer.filter((entry, at) => (entry.transactionPosition ?? at) < count);
}

/** The node, but it lies about the blocks of `heights`: a lie is drawn of the seed for each. */
function alter(source: Source, { seed, heights }: { seed: number; heights: ReadonlySet<number> }) {
  const lies = new Map<number, Promise<Answered>>();
  const told = new Map<number, string>();
  const names = Object.keys(ALTERATIONS);
  const lieAbout = async (height: number): Promise<Answered> => {
    const tag = `0x${height.toString(16)}`;
    const block: RawBlock = JSON.parse(
      JSON.stringify(await source.rpc.request('eth_getBlockByNumber', [tag, true])),
    );
    const receipts: RawReceipt[] = JSON.parse(
      JSON.stringify(await source.rpc.request('eth_getBlockReceipts', [tag])),
    );
    const answered = { block, receipts, pool: source.pool };
    const draws = drawsOf(seed, height);
    for (let tries = 0; tries < 20 && !told.has(height); tries++) {
      const name = names[draws.below(names.length)] ?? '';
      if (ALTERATIONS[name]?.(answered, draws)) told.set(height, name);
    }
    return answered;
  };
  const request: Rpc['request'] = async (method, params) => {
    const height = heightOf(params);
    const isAboutBlock = method === 'eth_getBlockByNumber' || method === 'eth_getBlockReceipts';
    if ((!isAboutBlock && !isTraced(method)) || !heights.has(height))
      return source.rpc.request(method, params);
    const lie = lies.get(height) ?? lieAbout(height);
    lies.set(height, lie);
    const { block, receipts } = await lie;
    if (isTraced(method))
      return cutTraces(await source.rpc.request(method, params), block.transactions.length);
    if (method === 'eth_getBlockReceipts') return receipts;
    const hashes = block.transactions.map(({ hash }) => hash);
    return params[1] === false ? { ...block, transactions: hashes } : block;
  };
  return { rpc: { ...source.rpc, request }, told };
}

/** Lies per index, about. */
const LIES = 40;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function openFresh({ chainId, first }: Source, rpc: Rpc): Promise<IndexContext> {
  await database.sql`drop schema if exists ${database.sql(`chain_${chainId}`)} cascade`;
  const db = await openChain(database.sql, chainId);
  await indexAll({ rpc, db, firstBlock: first });
  return openContext({ rpc, db, firstBlock: first });
}

async function enrichAll(rpc: Rpc, db: Database): Promise<void> {
  const cooldown = createContractCooldown({ rpc, log: createLog({ name: 'test', level: 'silent' }) });
  while ((await enrichContracts({ rpc, db, cooldown }, { isAtHead: true })) > 0);
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
  const { rpc, told } = alter(source, { seed, heights: new Set(heights) });
  const lied = await openFresh(source, rpc);
  const before = compareTables(await dumpTables(lied.db), clean);
  const honest = { ...lied, rpc: source.rpc };
  const shuffled = heights.map((height) => ({ height, rank: draws.below(1e9) }));
  for (const { height } of shuffled.sort((a, b) => a.rank - b.rank)) await rewrite(honest, height);
  await enrichAll(source.rpc, lied.db);
  return { told, before, after: compareTables(await dumpTables(lied.db), clean) };
}

let chain: TestChain;
beforeAll(async () => {
  chain = await startTestChain();
});
afterAll(() => chain.stop());

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
    const { told, before, after } = await healAll(source, seed, clean);
    expect(told.size).toBeGreaterThan(LIES / 2);
    expect(Object.keys(before).length).toBeGreaterThan(10);
    expect(after).toEqual({});
  });
});
