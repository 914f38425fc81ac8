import { parseArgs } from 'node:util';
import type { Config } from '@/lib/config';
import { distributesSchemas } from '@/lib/db/citus';
import { distributeChain, dropChain } from '@/lib/db/migrate';
import { openPool, schemaName } from '@/lib/db/open-database';
import { listChainIds } from '@/lib/db/register-chains';
import { AppError } from '@/lib/errors';
import {
  admitChains,
  type ChainDatabases,
  databaseOf,
  migrateChains,
  openChainDatabases,
} from './common/admit-chains';
import { openServer } from './common/open-server';
import { resolveChains } from './common/resolve-chains';
import { runCommand } from './common/run-command';

const USAGE = `Usage: npm run migrate [-- --drop <chain id> | --distribute <chain id>]

Upgrades the schemas of the service and of every chain, configured or in the database, to the
latest version. --drop deletes the index of one chain instead; the next start indexes it again,
and takes over the sources that were verified here.
--distribute moves the index of one chain to a worker of Citus; it can be read, not written,
meanwhile.`;

type MigrateArguments = Readonly<{ drop?: number; distribute?: number }>;

await runCommand({ usage: USAGE, read: readArguments, run: migrate });

async function migrate(args: MigrateArguments, config: Config): Promise<void> {
  const database = await openServer(config, 'migrate');
  const open = (url: string) => openPool({ url, connections: 1, name: 'migrate' });
  const sql = open(database.url);
  let databases: Awaited<ReturnType<typeof openChainDatabases>> | undefined;
  try {
    databases = await openChainDatabases(sql, config.chains, open);
    if (args.drop !== undefined) await dropOne(databases, args.drop);
    else if (args.distribute !== undefined) await distributeOne(databases, args.distribute);
    else await migrateAll(databases, config);
  } finally {
    await databases?.end();
    await sql.end({ timeout: 1 });
    await database.stop();
  }
}

/** Without options, all chains are migrated. Throws AppError `config` on invalid arguments. */
function readArguments(args: readonly string[]): MigrateArguments | 'help' {
  const options = {
    drop: { type: 'string' },
    distribute: { type: 'string' },
    help: { type: 'boolean' },
  } as const;
  try {
    const { help, drop, distribute } = parseArgs({ args: [...args], options }).values;
    if (help) return 'help';
    if (drop === undefined && distribute === undefined) return {};
    const chainId = drop ?? distribute ?? '';
    if (/^[1-9]\d{0,15}$/.test(chainId) && (drop === undefined || distribute === undefined))
      return drop === undefined ? { distribute: Number(chainId) } : { drop: Number(chainId) };
  } catch (cause) {
    throw new AppError('config', 'Only --drop <chain id>, --distribute <chain id> and --help are valid.', {
      cause,
    });
  }
  throw new AppError('config', '--drop or --distribute takes a chain ID, a whole number.');
}

async function migrateAll(databases: ChainDatabases, config: Config): Promise<void> {
  const { waiting } = await admitChains(databases, await resolveChains(config.chains));
  for (const { error } of waiting) console.error(`Not indexed for now: ${error.message}`);
  const ids = await listChainIds(databases.sql);
  await migrateChains(databases, ids);
  console.log(`Migrated: the service, ${ids.length === 0 ? 'no chain yet' : `chain ${ids.join(', ')}`}.`);
}

async function dropOne(databases: ChainDatabases, chainId: number): Promise<void> {
  const { sql } = databases;
  const own = databaseOf(databases, chainId);
  const isDropped = own !== sql && (await dropChain(own, chainId));
  if ((await dropChain(sql, chainId)) || isDropped) return console.log(`Dropped: chain ${chainId}.`);
  throw await unknownChain(databases, chainId);
}

async function distributeOne(databases: ChainDatabases, chainId: number): Promise<void> {
  const sql = databaseOf(databases, chainId);
  if (!(await listChainIds(databases.sql)).includes(chainId)) throw await unknownChain(databases, chainId);
  if (!(await distributesSchemas(sql)))
    throw new AppError(
      'config',
      "The database does not distribute schemas: create the extension citus, add workers, and set citus.enable_schema_based_sharding (docs/scaling.md, 'Citus').",
    );
  const isMoved = await distributeChain(sql, schemaName(chainId));
  console.log(`${isMoved ? 'Moved to a worker' : 'On a worker already'}: chain ${chainId}.`);
}

async function unknownChain({ sql }: ChainDatabases, chainId: number): Promise<AppError> {
  const existing = await listChainIds(sql);
  const known = existing.length === 0 ? 'none' : existing.join(', ');
  return new AppError('config', `The database has no chain ${chainId}; it has ${known}.`);
}
