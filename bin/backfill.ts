import { fileURLToPath } from 'node:url';
import { type Config, readEnvironment } from '@/lib/config';
import { refuseCitus } from '@/lib/db/citus';
import { type Database, nextSchemaName, openDatabase, openPool, type Sql } from '@/lib/db/open-database';
import { AppError } from '@/lib/errors';
import { loadFastKeccak } from '@/lib/evm/fast-keccak';
import { type BackfillEnd, backfillChain } from '@/lib/indexer/backfill';
import { backfillBeside, prepareBeside } from '@/lib/indexer/backfill-beside';
import { dropBackfill } from '@/lib/indexer/backfill-ranges';
import { type BackfillOptions, indexParts } from '@/lib/indexer/index-part';
import { openSenderPool } from '@/lib/indexer/sender-pool';
import { isInterim } from '@/lib/indexer/state';
import { createLog } from '@/lib/log';
import { createRpc } from '@/lib/rpc/client';
import { type BackfillArguments, readArguments } from './backfill/read-arguments';
import { runWorkers } from './backfill/run-workers';
import { admitChains, homeOf, openChainDatabases, requireResolved } from './common/admit-chains';
import { findServer } from './common/find-server';
import { pickChain } from './common/pick-chain';
import { type ResolvedChain, resolveChains } from './common/resolve-chains';
import { runCommand } from './common/run-command';
import { stopOnSignals } from './common/stop-on-signals';

const USAGE = `Usage: npm run backfill -- [--chain <chain id>] [--workers <number>] [--blocks <number>] [--beside] [--drop]

Indexes what a chain lacks up to its finalized block by several processes, which claim ranges of --blocks
(2000) each and index them at the same time; they are joined to the index in order. --workers is how many
processes this machine adds (one per core); the same command on other machines adds theirs. Start it
before the indexer, which stands by until it is over. Stopped, it goes on where it was the next time;
--drop deletes what is indexed and not yet joined instead.

--beside fills a second index of the whole chain, which takes the place of the served one when it has
reached the head. Until then the indexer follows the head in the served one, which of a new chain begins
at the finalized block.`;

const CONNECTIONS = 5;
const IDLE_MS = { transaction: 15_000 };
const SAID: Readonly<Record<BackfillEnd, string>> = {
  finished: 'All ranges up to the finalized block are indexed: the indexer does the rest.',
  stopped: 'Stopped: the next run goes on from here.',
  elsewhere:
    'Another process indexes this chain, and no range is left: to backfill it, stop that process before.',
};

const SAID_BESIDE: typeof SAID = {
  finished: 'The whole chain is indexed, and served from the new index: the indexer goes on in it.',
  stopped: SAID.stopped,
  elsewhere:
    'No range is left here: another process brings the new index to the head, and then switches to it.',
};

await runCommand({ usage: USAGE, read: readArguments, run: main });

async function main(given: BackfillArguments, config: Config): Promise<void> {
  const stopping = stopOnSignals();
  await loadFastKeccak();
  if (given.isWorker) await work(config, given, stopping);
  else await backfill(config, given, stopping);
}

/** Plans and joins, with workers of its own. */
async function backfill(config: Config, given: BackfillArguments, stopping: AbortController): Promise<void> {
  const resolved = requireResolved(await resolveChains(config.chains));
  const { chainId } = pickChain(resolved, given.chain);
  const server = await findServer(config, 'backfill');
  const sql = open(server.url);
  let databases: Awaited<ReturnType<typeof openChainDatabases>> | undefined;
  const senders = openSenderPool();
  try {
    databases = await openChainDatabases(sql, config.chains, open);
    await refuseCitus(homeOf(databases, chainId), chainId, 'npm run backfill');
    const { chains } = await admitChains(databases, await resolveChains(config.chains));
    const options = createOptions(config, {
      ...{ chain: pickChain(chains, chainId), url: server.url, sql: homeOf(databases, chainId) },
      ...{ recover: senders.recover, signal: stopping.signal },
    });
    if (given.isDropping) return console.log(await drop(options.db));
    const joined = { ...options, blocks: given.blocks };
    // an interim index waits for the one beside it
    const isBeside = given.isBeside || (await isInterim(options.db));
    const next = isBeside ? await prepareBeside(joined) : undefined;
    const workers = runWorkers({
      ...{ count: given.workers, log: options.log, signal: stopping.signal },
      program: fileURLToPath(import.meta.url),
      given: ['--worker', '--chain', String(chainId), ...(isBeside ? ['--beside'] : [])],
      environment: { ...readEnvironment(), NODE_ENV: 'production' as const, DATABASE_URL: server.url },
    });
    const joining = next ? backfillBeside(joined, next) : backfillChain(joined);
    const ends = [workers, joining].map((end) => end.finally(() => stopping.abort()));
    await Promise.allSettled(ends);
    await workers;
    console.log((next ? SAID_BESIDE : SAID)[await joining]);
  } finally {
    await senders.close();
    await databases?.end();
    await sql.end({ timeout: 1 });
    await server.stop();
  }
}

/** Of the served index, and of one beside it. */
async function drop(db: Database): Promise<string> {
  const next = openDatabase(db.sql, db.chainId, nextSchemaName(db.chainId));
  const dropped = (await dropBackfill(db)) + (await dropBackfill(next));
  return `Dropped ${dropped} range${dropped === 1 ? '' : 's'} not yet joined.`;
}

/** Indexes ranges until it is stopped. */
async function work(config: Config, given: BackfillArguments, stopping: AbortController): Promise<void> {
  const chain = pickChain(requireResolved(await resolveChains(config.chains)), given.chain);
  const url = config.databaseUrl;
  if (url === undefined) throw new AppError('config', 'A worker needs DATABASE_URL: set it.');
  const own = config.chains.find(({ id }) => id === chain.chainId)?.database ?? url;
  const sql = open(own);
  const senders = openSenderPool();
  try {
    const recover = senders.recover;
    const options = createOptions(config, { chain, url, sql, recover, signal: stopping.signal });
    const next = openDatabase(sql, chain.chainId, nextSchemaName(chain.chainId));
    await indexParts(given.isBeside ? { ...options, db: next } : options);
  } finally {
    await senders.close();
    await sql.end({ timeout: 1 });
  }
}

function open(url: string): Sql {
  return openPool({ url, connections: CONNECTIONS, name: 'backfill', idleMs: IDLE_MS });
}

type Given = Readonly<{
  chain: ResolvedChain;
  sql: Sql;
  url: string;
  recover: ReturnType<typeof openSenderPool>['recover'];
  signal: AbortSignal;
}>;

/** `url` is that of the service's database. */
function createOptions(config: Config, { chain, sql, url, recover, signal }: Given): BackfillOptions {
  const { chainId, rpcUrls, firstBlock, endBlock, fheExecutor, partitionBlocks } = chain;
  const named = createLog({ name: 'backfill', level: config.logLevel, secrets: config.secrets });
  const log = named.child({ chain: chainId });
  return {
    url: config.chains.find(({ id }) => id === chainId)?.database ?? url,
    db: openDatabase(sql, chainId),
    rpc: createRpc({ urls: rpcUrls, signal, log }),
    chain: { firstBlock, endBlock, executor: fheExecutor ?? undefined, partitionBlocks },
    proof: { mode: config.prove, recover },
    ...{ log, signal },
  };
}
