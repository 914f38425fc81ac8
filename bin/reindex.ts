import { parseArgs } from 'node:util';
import type { Config } from '@/lib/config';
import { openPool } from '@/lib/db/open-database';
import { dropNextSchema } from '@/lib/db/switch-schema';
import { AppError } from '@/lib/errors';
import { loadFastKeccak } from '@/lib/evm/fast-keccak';
import { reindexChain } from '@/lib/indexer/repair/reindex';
import { openRangeThreads } from '@/lib/indexer/sync/range-threads';
import { openSenderPool } from '@/lib/indexer/sync/sender-pool';
import { createLog } from '@/lib/log';
import { createRpc } from '@/lib/rpc/client';
import { requireResolved } from './common/admit-chains';
import { openServer } from './common/open-server';
import { pickChain } from './common/pick-chain';
import { type ResolvedChain, resolveChains } from './common/resolve-chains';
import { runCommand } from './common/run-command';
import { stopOnSignals } from './common/stop-on-signals';

const USAGE = `Usage: npm run reindex -- [--chain <chain id>] [--drop]

Indexes a chain anew beside the index that is served, and puts the new one in its place when it has reached the head.
Pages, api and indexer run on meanwhile. Stopped, it goes on where it was the next time; --drop deletes what an
unfinished run has indexed instead.`;

const CONNECTIONS = 5;
const PROGRESS_EVERY_MS = 5_000;

await runCommand({ usage: USAGE, read: readArguments, run: main });

async function main(args: Arguments, config: Config): Promise<void> {
  const chain = pickChain(requireResolved(await resolveChains(config.chains)), args.chain);
  const own = config.chains.find(({ id }) => id === chain.chainId)?.database;
  const server = await openServer(config, 'reindex');
  const url = own ?? server.url;
  const sql = openPool({ url, connections: CONNECTIONS, name: 'reindex' });
  try {
    if (!args.isDropping) await reindex(config, chain, { sql, url });
    else if (await dropNextSchema(sql, chain.chainId)) console.log('Dropped what was indexed anew.');
    else console.log('There is no unfinished run.');
  } finally {
    await sql.end({ timeout: 1 });
    await server.stop();
  }
}

async function reindex(
  config: Config,
  chain: ResolvedChain,
  database: Readonly<{ sql: ReturnType<typeof openPool>; url: string }>,
): Promise<void> {
  const { signal } = stopOnSignals();
  const { chainId, rpcUrls, firstBlock, endBlock, deployments, partitionBlocks } = chain;
  const log = createLog({ name: 'reindex', level: config.logLevel, secrets: config.secrets });
  const senders = openSenderPool();
  const threads = openRangeThreads({ log });
  let shownAt = 0;
  try {
    await loadFastKeccak();
    const isSwitched = await reindexChain({
      ...database,
      ...{ chainId, log, signal },
      rpc: createRpc({ urls: rpcUrls, signal, log }),
      chain: { firstBlock, endBlock, deployments, partitionBlocks },
      proof: { mode: config.prove, recover: senders.recover },
      threads,
      note: (outcome) => {
        if (outcome.kind !== 'advanced' || Date.now() - shownAt < PROGRESS_EVERY_MS) return;
        shownAt = Date.now();
        console.log(`… block ${outcome.tip} of ${outcome.head}`);
      },
    });
    console.log(
      isSwitched
        ? `Chain ${chainId} is served from its new index; the old one is dropped.`
        : 'Stopped: the next run goes on from here; --drop deletes what was indexed.',
    );
  } finally {
    await Promise.all([senders.close(), threads.close()]);
  }
}

type Arguments = Readonly<{ chain: number | undefined; isDropping: boolean }>;

/** Throws AppError `config` on invalid arguments. */
function readArguments(args: readonly string[]): Arguments | 'help' {
  const options = {
    chain: { type: 'string' },
    drop: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  } as const;
  try {
    const { values } = parseArgs({ args: [...args], options });
    if (values.help) return 'help';
    if (values.chain === undefined || /^[1-9]\d{0,15}$/.test(values.chain))
      return {
        chain: values.chain === undefined ? undefined : Number(values.chain),
        isDropping: values.drop,
      };
  } catch (cause) {
    throw new AppError('config', 'Only --chain <chain id>, --drop and --help are valid.', { cause });
  }
  throw new AppError('config', '--chain takes a chain ID, a whole number.');
}
