import { pino } from 'pino';
import { getContractAddress } from 'viem';
import { afterAll, vi } from 'vitest';
import { deriveAccounts } from '@/demo/accounts';
import { type Anvil, startAnvil } from '@/demo/anvil';
import { createDemoChain, type DemoChain } from '@/demo/chain';
import type { Database } from '@/lib/db/open-database';
import { runIndexer } from '@/lib/indexer/run-indexer';
import type { RangeThreads } from '@/lib/indexer/sync/range-threads';
import { findTip } from '@/lib/indexer/sync/state';
import { recoverSenders } from '@/lib/proof/recover-senders';
import { pause } from '@/lib/retry';
import { createRpc } from '@/lib/rpc/client';
import { provideDatabase } from './database';
import { compareTables, countWaiting, dumpTables, openChain, type Tables } from './indexer-harness';
import { type Lie, type LyingNode, relayTo, startLyingNode } from './lying-node';
import { provideRangeThreads } from './range-threads';

const TIMESTAMP = 1_767_225_600;
const SETTLE_MS = 20_000;
/** The contract of anvil's genesis, whose code no transaction tells. */
const FACTORY = '0x4e59b44847b379578588920ca78fbf26c0b4956c';
const TRANSFER = `0x${'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'}`;
const word = (text: string) => `0x${text.replace('0x', '').padStart(64, '0')}`;

/** A chain of a few blocks with transfers of coins and of a token, and calls that fail. */
export async function startSmallChain(): Promise<Anvil> {
  const anvil = await startAnvil({ timestamp: TIMESTAMP });
  const { request } = anvil;
  const timestampOf = (height: number) => TIMESTAMP + height;
  const chain = await createDemoChain({ request, accounts: deriveAccounts(), timestampOf });
  const [from] = chain.accounts.users;
  if (!from) throw new Error('the chain has no users');
  await chain.deploy({ from, contract: 'LogForge' });
  await chain.mine();
  for (let height = 2; height <= 7; height += 1) await mineSmallBlock(chain, height);
  return anvil;
}

/** A block of the small chain: transfers of `amount` of a token, and of so many wei. */
async function mineSmallBlock(chain: DemoChain, amount: number): Promise<void> {
  const [from, alice, bob] = chain.accounts.users;
  if (!from || !alice || !bob) throw new Error('the chain has no users');
  const move = { topics: [TRANSFER, word(alice.address), word(bob.address)], data: word(String(amount)) };
  const other = { ...move, topics: [TRANSFER, word(bob.address), word(FACTORY)] };
  const call = { from, to: 'LogForge', fn: 'forge', gas: 2_000_000n };
  await chain.call({ ...call, args: [[move, other]] });
  await chain.send({ from: alice, to: bob.address, value: BigInt(amount) });
  await chain.call({ ...call, from: bob, args: [[move]] });
  await chain.mine();
}

/** Replaces the latest blocks of a chain by others. */
export type Reorganizer = Readonly<{
  /** Removes up to `depth` blocks that it added, then adds `blocks`; returns how many it removed. */
  grow(change: Readonly<{ depth: number; blocks: number }>): Promise<number>;
}>;

/** A reorganizer of a small chain: it adds no block twice. */
export async function createReorganizer({ request }: Anvil): Promise<Reorganizer> {
  const accounts = deriveAccounts();
  const [deployer] = accounts.users;
  if (!deployer) throw new Error('the chain has no users');
  const forge = getContractAddress({ from: deployer.address, nonce: 0n });
  /** The states before the blocks that were added. */
  const snapshots: unknown[] = [];
  let amount = 1_000;
  return {
    grow: async ({ depth, blocks }) => {
      const removed = Math.min(depth, snapshots.length);
      const [snapshot] = snapshots.splice(snapshots.length - removed);
      if (snapshot !== undefined) await request('evm_revert', [snapshot]);
      const chain = await createDemoChain({ request, accounts, timestampOf: (height) => TIMESTAMP + height });
      chain.contracts.set('LogForge', { artifact: 'LogForge', address: forge });
      for (let added = 0; added < blocks; added += 1) {
        snapshots.push(await request('evm_snapshot', []));
        amount += 1;
        await mineSmallBlock(chain, amount);
      }
      return removed;
    },
  };
}

export type Verdict = Readonly<{ lie: string; told: number; said: string; ms: number; different: number }>;

export const HONEST: Lie = { name: 'the truth' };
const WAIT_MS = 60_000;
const PAUSES = { firstMs: 25, maxMs: 1_000 };

const PRODUCTION = await provideRangeThreads();

type When = 'from the start' | 'at the tip';
/** `others` are the URLs of honest endpoints; `waitMs` is for one index of the chain. */
type Trial = Readonly<{
  node: LyingNode;
  db: Database;
  head: number;
  firstBlock?: number;
  others?: readonly string[];
  waitMs?: number;
  /** Where ranges are prepared; by default in threads as in production. */
  threads?: RangeThreads;
}>;

/**
 * Indexes what a node tells that lies `times` times, until the index agrees with the truth and has nothing left to ask.
 */
export async function openTrial(trial: Trial) {
  let truth: Tables = {};
  const waiting = { timeout: trial.waitMs ?? WAIT_MS, interval: 25 };
  const tryLie = async (lie: Lie, when: When, times = lie.times ?? 2): Promise<Verdict> => {
    await empty(trial.db);
    const indexing = startIndexing(trial);
    try {
      if (when === 'from the start') trial.node.tell(lie, times);
      else {
        await vi.waitUntil(indexing.isDone, waiting);
        trial.node.tell(lie, times);
      }
      const begun = performance.now();
      const wanted = Number.isFinite(times) ? times : 1;
      await vi.waitUntil(async () => trial.node.told() >= wanted && (await indexing.isDone()), waiting);
      const different = await settle(trial.db, truth);
      const ms = performance.now() - begun;
      return { lie: lie.name, told: trial.node.told(), said: summarize(indexing.lines), ms, different };
    } finally {
      await indexing.stop();
    }
  };
  await tryLie(HONEST, 'from the start', 0);
  truth = await dumpTables(trial.db);
  return tryLie;
}

function startIndexing({ node, db, head, firstBlock = 0, others = [], threads = PRODUCTION }: Trial) {
  const lines: string[] = [];
  const log = pino({ level: 'warn', errorKey: 'error' }, { write: (line: string) => lines.push(line) });
  const stopping = new AbortController();
  const { signal } = stopping;
  const rpc = createRpc({ urls: [node.url, ...others], signal, retries: 0, log });
  const chain = { firstBlock, endBlock: undefined };
  const proof = { mode: 'auto' as const, recover: recoverSenders };
  const run = runIndexer({ rpc, db, chain, proof, threads, log, signal, pollMs: 20, pauses: PAUSES });
  return {
    lines,
    isDone: async () => (await findTip(db))?.number === head && (await countWaiting(db)) === 0,
    stop: async () => {
      stopping.abort();
      await run;
    },
  };
}

/** The differences that remain: what follows the blocks (traces, supplies) may take a moment more. */
async function settle(db: Database, truth: Tables): Promise<number> {
  const deadline = performance.now() + (Object.keys(truth).length === 0 ? 0 : SETTLE_MS);
  for (;;) {
    const different = countDifferences(await dumpTables(db), truth);
    if (different === 0 || performance.now() > deadline) return different;
    await pause(100);
  }
}

function countDifferences(ours: Tables, theirs: Tables): number {
  return Object.values(compareTables(ours, theirs)).flat().length;
}

/** The first warning and its reason. */
function summarize(lines: readonly string[]): string {
  const line: unknown = JSON.parse(lines[0] ?? '{}');
  const { msg, error, reason } = Object(line);
  return [msg, error?.message ?? reason].filter((text) => typeof text === 'string').join(': ');
}

async function empty({ sql, schema, chainId }: Database): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = ${`chain_${chainId}`} and table_name not in ('migrations', 'leader')`;
  const names = tables.map(({ name }) => sql`${schema}.${sql(name)}`);
  for (const name of names) await sql`truncate ${name} cascade`;
}

const CHAIN_ID = 31_337;

/** A small chain behind a node that lies when told to, and what an index of it makes of each lie: told when all are tried. */
export async function provideTrials(head: number) {
  const [database, anvil] = await Promise.all([provideDatabase(), startSmallChain()]);
  const node = await startLyingNode(relayTo(anvil.rpcUrl));
  const tryOne = await openTrial({ node, db: await openChain(database.sql, CHAIN_ID), head });
  const verdicts: Verdict[] = [];
  const tryLie: typeof tryOne = async (...given) => {
    const verdict = await tryOne(...given);
    verdicts.push(verdict);
    return verdict;
  };
  afterAll(async () => {
    printVerdicts('lie | seconds to recover | rows that differ | first line of the log', verdicts);
    await Promise.all([node.stop(), anvil.stop()]);
  });
  return { database, anvil, node, tryLie };
}

export function printVerdicts(title: string, verdicts: readonly Verdict[]): void {
  const rows = verdicts.map(({ lie, said, ms, different }) =>
    [lie.padEnd(40), `${(ms / 1_000).toFixed(1)} s`, `${different} rows`, said.slice(0, 150)].join(' | '),
  );
  process.stdout.write(`\n${title}\n${rows.join('\n')}\n`);
}
