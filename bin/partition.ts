import { parseArgs } from 'node:util';
import type { Config } from '@/lib/config';
import { migrateChain } from '@/lib/db/migrate';
import { openDatabase, openPool } from '@/lib/db/open-database';
import { listChainIds } from '@/lib/db/register-chains';
import { AppError } from '@/lib/errors';
import { partitionChain } from '@/lib/indexer/repair/partition-chain';
import { databaseOf, openChainDatabases } from './common/admit-chains';
import { openServer } from './common/open-server';
import { runCommand } from './common/run-command';

const USAGE = `Usage: npm run partition -- <chain id>

Partitions the large tables of a chain by height, PARTITION_BLOCKS (or partitionBlocks in CHAINS_FILE) blocks each. No
row is moved: what is there becomes the first partition. Pages, api and indexer run on meanwhile. Stopped, it goes on
where it was the next time.`;

const CONNECTIONS = 2;
const PROGRESS_EVERY_MS = 5_000;

await runCommand({ usage: USAGE, read: readArguments, run: main });

async function main(chainId: number, config: Config): Promise<void> {
  const size = findSize(config, chainId);
  const server = await openServer(config, 'partition');
  const open = (url: string) => openPool({ url, connections: CONNECTIONS, name: 'partition' });
  const sql = open(server.url);
  const databases = await openChainDatabases(sql, config.chains, open);
  try {
    const existing = await listChainIds(sql);
    if (!existing.includes(chainId))
      throw new AppError(
        'config',
        `The database has no chain ${chainId}; it has ${existing.join(', ') || 'none'}.`,
      );
    const own = databaseOf(databases, chainId);
    await migrateChain(own, chainId);
    await partitionChain(openDatabase(own, chainId), { size, note: createStepPrinter() });
    console.log(`Chain ${chainId} is partitioned.`);
  } finally {
    await databases.end();
    await sql.end({ timeout: 1 });
    await server.stop();
  }
}

/** Throws AppError `config` where no size is configured. */
function findSize({ chains }: Config, chainId: number): number {
  // the ID of a single chain may not be configured
  const chain = chains.find(({ id }) => id === chainId) ?? chains.find(({ id }) => id === undefined);
  if (chain?.partitionBlocks !== undefined) return chain.partitionBlocks;
  throw new AppError(
    'config',
    `Chain ${chainId} has no size of partitions: set PARTITION_BLOCKS, or partitionBlocks in CHAINS_FILE (docs/scaling.md, 'Partitions').`,
  );
}

/** Prints each step; progress in heights at intervals. */
function createStepPrinter(): (step: string) => void {
  let shownAt = 0;
  let kind = '';
  return (step) => {
    const begins = step.split(/[,:]/, 1)[0] ?? '';
    if (begins === kind && step.startsWith('heights') && Date.now() - shownAt < PROGRESS_EVERY_MS) return;
    [kind, shownAt] = [begins, Date.now()];
    console.log(`… ${step}`);
  };
}

/** Throws AppError `config` on invalid arguments. */
function readArguments(args: readonly string[]): number | 'help' {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { help: { type: 'boolean' } },
      allowPositionals: true,
    });
    if (values.help) return 'help';
    const [id = ''] = positionals;
    if (positionals.length === 1 && /^[1-9]\d{0,15}$/.test(id)) return Number(id);
  } catch (cause) {
    throw new AppError('config', 'Only a chain ID and --help are valid.', { cause });
  }
  throw new AppError('config', 'Which chain? npm run partition -- <chain id>');
}
