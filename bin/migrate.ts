import { parseArgs } from 'node:util';
import { type Config, loadConfig } from '@/lib/config';
import { dropChain, migrateChain } from '@/lib/db/migrate';
import { openPool } from '@/lib/db/open-database';
import { listChainIds } from '@/lib/db/register-chains';
import { AppError } from '@/lib/errors';
import { admitChains, type ChainDatabases, homeOf, openChainDatabases } from './common/admit-chains';
import { loadEnvironment } from './common/load-environment';
import { openServer } from './common/open-server';
import { resolveChains } from './common/resolve-chains';
import { runProgram } from './common/run-program';

const USAGE = `Usage: npm run migrate [-- --drop <chain id>]

Upgrades the schemas of the service and of every chain, configured or in the database, to the
latest version. --drop deletes the index of one chain instead; the next start indexes it again.`;

await runProgram(migrate);

async function migrate(): Promise<void> {
  const drop = readArguments();
  if (drop === 'help') return console.log(USAGE);
  loadEnvironment();
  const config = loadConfig();
  const database = await openServer(config, 'migrate');
  const open = (url: string) => openPool({ url, connections: 1, name: 'migrate' });
  const sql = open(database.url);
  let databases: Awaited<ReturnType<typeof openChainDatabases>> | undefined;
  try {
    databases = await openChainDatabases(sql, config.chains, open);
    await (drop === undefined ? migrateChains(databases, config) : dropOne(databases, drop));
  } finally {
    await databases?.end();
    await sql.end({ timeout: 1 });
    await database.stop();
  }
}

/** The chain ID to drop, if any. Throws AppError `config` on invalid arguments. */
function readArguments(): number | 'help' | undefined {
  const options = { drop: { type: 'string' }, help: { type: 'boolean' } } as const;
  try {
    const { values } = parseArgs({ options });
    if (values.help) return 'help';
    if (values.drop === undefined) return undefined;
    if (/^[1-9]\d{0,15}$/.test(values.drop)) return Number(values.drop);
  } catch (cause) {
    throw new AppError('config', 'Only --drop <chain id> and --help are valid.', { cause });
  }
  throw new AppError('config', '--drop takes a chain ID, a whole number.');
}

async function migrateChains(databases: ChainDatabases, config: Config): Promise<void> {
  const { waiting } = await admitChains(databases, await resolveChains(config.chains));
  for (const { error } of waiting) console.error(`Not indexed for now: ${error.message}`);
  const ids = await listChainIds(databases.sql);
  for (const id of ids) await migrateChain(homeOf(databases, id), id);
  console.log(`Migrated: the service, ${ids.length === 0 ? 'no chain yet' : `chain ${ids.join(', ')}`}.`);
}

async function dropOne(databases: ChainDatabases, chainId: number): Promise<void> {
  const { sql } = databases;
  const own = homeOf(databases, chainId);
  const isDropped = own !== sql && (await dropChain(own, chainId));
  if ((await dropChain(sql, chainId)) || isDropped) return console.log(`Dropped: chain ${chainId}.`);
  const existing = await listChainIds(sql);
  throw new AppError(
    'config',
    `The database has no chain ${chainId}; it has ${existing.length === 0 ? 'none' : existing.join(', ')}.`,
  );
}
