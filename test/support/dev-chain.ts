import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { startAnvil } from '@/demo/anvil';
import { asHex, asList, asRecord, fetchTip, type NodeRequest } from '@/demo/node-request';
import { type Database, openDatabase, type Sql } from '@/lib/db/open-database';
import { findFreePort } from '@/lib/free-port';
import { findTip } from '@/lib/indexer/sync/state';
import type { Draws } from '../synthetic/draws';
import { createTestDatabase } from './database';
import { ANVIL, type DevNodeOptions, type DevTool, type Fork } from './dev-tools';
import { compareIndex, countWaiting, indexFresh } from './indexer-harness';
import { until } from './until';

const CHAIN_ID = 31_337;
/** Also the time of a block 0 that does not change. */
const BEGUN = 1_767_225_600;
const LOAD_MS = 10;
const UPSTREAM_BLOCKS = 60;
const PATIENCE_MS = 120_000;

/** Of an init code: emits Transfer(caller, 0x…aa, 5), and returns a contract of one byte. */
const TRANSFERRING = `0x6005600052${`73${'aa'.repeat(20)}`}337f${'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'}60206000a360016000f3`;

const HAPPENINGS = ['restart', 'reset', 'revert', 'travel', 'fork'] as const;
type Happening = (typeof HAPPENINGS)[number];

/** A development node that is restarted on the same port, under load or not. */
export type DevChain = Readonly<{
  url: string;
  tool: DevTool;
  /** Mines a block with a transfer of coin, and one that creates a token. */
  mine(): Promise<void>;
  request: NodeRequest;
  restart(more?: Partial<DevNodeOptions>): Promise<void>;
  happen(happening: Happening, below: Draws['below']): Promise<void>;
  /** The first block that is indexed now. */
  firstBlock(): number;
  stop(): Promise<void>;
}>;

/** Starts a node and one to fork; blocks are mined on demand. */
export async function startDevChain(tool: DevTool = ANVIL): Promise<DevChain> {
  const port = await findFreePort();
  let node = await tool.start({ timestamp: BEGUN, port });
  const upstream = await startAnvil({ timestamp: BEGUN - 10_000 });
  await upstream.request('anvil_mine', [`0x${UPSTREAM_BLOCKS.toString(16)}`]);
  let firstBlock = 0;
  const request: NodeRequest = (...given) => node.request(...given);
  const mine = () => mineTransfers(request);
  const restart: DevChain['restart'] = async (more = {}) => {
    await node.stop();
    node = await tool.start({ timestamp: BEGUN, port, ...more });
    firstBlock = more.fork?.blockNumber ?? 0;
  };
  const reset = async (forking?: Fork) => {
    if (tool.reset === undefined) return restart(forking && { fork: forking });
    await request(tool.reset, forking ? [{ forking }] : []);
    firstBlock = forking?.blockNumber ?? 0;
  };
  const happen: DevChain['happen'] = async (happening, below) => {
    if (happening === 'restart') return restart({ timestamp: BEGUN + below(3) });
    if (happening === 'revert') return revert(request, below(10));
    if (happening === 'travel') return travel(request, below);
    if (happening === 'reset') return reset();
    return reset({ jsonRpcUrl: upstream.rpcUrl, blockNumber: below(UPSTREAM_BLOCKS) });
  };
  const stop = async () => void (await Promise.all([node.stop(), upstream.stop()]));
  return {
    url: `http://127.0.0.1:${port}`,
    ...{ tool, request, mine, restart, happen, stop, firstBlock: () => firstBlock },
  };
}

async function revert(request: NodeRequest, blocks: number): Promise<void> {
  const snapshot = await request('evm_snapshot');
  for (let block = blocks; block >= 0; block--) await mineTransfers(request).catch(() => undefined);
  await request('evm_revert', [snapshot]);
}

/** By one of the two methods; the second names the time of the next block, of which some are mined meanwhile. */
async function travel(request: NodeRequest, below: Draws['below']): Promise<void> {
  const seconds = 1_000 + below(100_000_000);
  if (below(2) === 0) return void (await request('evm_increaseTime', [seconds]));
  const { timestamp } = await fetchTip(request);
  await request('evm_setNextBlockTimestamp', [timestamp + seconds]);
}

async function mineTransfers(request: NodeRequest): Promise<void> {
  const [from, to] = asList(await request('eth_accounts')).map(asHex);
  await request('eth_sendTransaction', [{ from, to, value: '0x5', gas: '0x5208' }]);
  await request('eth_sendTransaction', [{ from, data: TRANSFERRING, gas: '0x20000' }]);
  await request('evm_mine');
}

/**
 * Each happening so many times, in random order, each while blocks are mined. After each the index must become that of the
 * new chain, row for row. `note` is told how long that took (ms).
 */
export async function followThrough(
  dev: DevChain,
  sql: Sql,
  { times, below, note }: Readonly<{ times: number; below: Draws['below']; note: (line: string) => void }>,
): Promise<void> {
  const fresh = await createTestDatabase();
  const happenings = HAPPENINGS.filter((one) => one !== 'reset' || dev.tool.reset !== undefined);
  const order = happenings
    .flatMap((happening) => Array<Happening>(times).fill(happening))
    .map((happening) => ({ happening, at: below(1_000_000) }))
    .sort((one, other) => one.at - other.at);
  try {
    for (const { happening } of order) {
      await underLoad(dev, happening, below);
      if (!(await isWhole(dev))) {
        note(`${happening}: the node contradicts itself`);
        await dev.restart();
        await dev.mine();
      }
      const begunAt = performance.now();
      const db = openDatabase(sql, CHAIN_ID);
      await untilFollowed(dev, db);
      note(`${happening}: ${Math.round(performance.now() - begunAt)} ms`);
      await until(`what is read of contracts after ${happening}`, async () => (await countWaiting(db)) === 0);
      const rows = await indexFresh(fresh.sql, dev.url, { firstBlock: dev.firstBlock(), mode: 'auto' });
      expect(await compareIndex(db, rows), happening).toEqual({});
      await until(`nothing of the old chain after ${happening}`, () => isNothingLeft(db));
    }
  } finally {
    await fresh.drop();
  }
}

const RESETS: ReadonlySet<Happening> = new Set(['reset', 'fork']);

/** Mines without a pause while something happens, or right before and after it, and one block after that. */
async function underLoad(dev: DevChain, happening: Happening, below: Draws['below']): Promise<void> {
  const before = startLoad(dev);
  await delay(LOAD_MS * 20);
  if (dev.tool.isResetAlone && RESETS.has(happening)) await before.stop();
  await dev.happen(happening, below);
  const after = startLoad(dev);
  await delay(LOAD_MS * 10);
  await Promise.all([before.stop(), after.stop()]);
  if (dev.tool.drop !== undefined) await dev.request(dev.tool.drop);
  await dev.mine();
}

function startLoad(dev: DevChain): Readonly<{ stop(): Promise<void> }> {
  const over = new AbortController();
  const load = (async () => {
    while (!over.signal.aborted) {
      // the node is away, or its chain another one
      await dev.mine().catch(() => undefined);
      await delay(LOAD_MS);
    }
  })();
  const stop = () => {
    over.abort();
    return load;
  };
  return { stop };
}

/**
 * Whether the node has all its blocks and their receipts: of blocks that are mined while it is reset, anvil may lose some,
 * or keep receipts of the old chain.
 */
async function isWhole(dev: DevChain): Promise<boolean> {
  const { number } = await fetchTip(dev.request);
  let parent: unknown;
  for (let height = dev.firstBlock(); height <= number; height += 1) {
    const at = `0x${height.toString(16)}`;
    const block = await dev.request('eth_getBlockByNumber', [at, false]);
    if (block === null) return false;
    const { hash, parentHash, transactions } = asRecord(block);
    if (parent !== undefined && parent !== parentHash) return false;
    parent = hash;
    for (const transaction of asList(transactions)) {
      const receipt = await dev.request('eth_getTransactionReceipt', [transaction]);
      if (receipt === null || asRecord(receipt).blockHash !== hash) return false;
    }
  }
  return true;
}

/** Resolves when the index has the node's latest block, and begins where the node's chain does. */
export async function untilFollowed(dev: DevChain, db: Database): Promise<void> {
  const tip = await fetchTip(dev.request);
  const isFollowed = async () => {
    const found = await findTip(db).catch(() => undefined);
    return found?.number === tip.number && `0x${found.hash.toString('hex')}` === tip.hash;
  };
  await until(`block ${tip.number}`, isFollowed, PATIENCE_MS);
}

/** Of what the comparison of rows leaves out: nothing is pending, and no balance is of a later block. */
async function isNothingLeft({ sql, schema }: Database): Promise<boolean> {
  const [row] = await sql`
    select (select count(*)::integer from ${schema}.pending_transactions where left_at is null) as pending,
      (select count(*)::integer from ${schema}.token_balances b, ${schema}.indexer_state s
        where b.block_number > s.tip_number) as above`;
  return row?.pending === 0 && row.above === 0;
}
