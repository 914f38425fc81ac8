import { parseArgs } from 'node:util';
import { type Config, loadConfig } from '@/lib/config';
import { dropChain, migrateChain, migrateGateway } from '@/lib/db/migrate';
import { openPool, type Sql } from '@/lib/db/open-database';
import { listChainIds } from '@/lib/db/register-chains';
import { AppError } from '@/lib/errors';
import { admitChains } from './common/admit-chains';
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
  const sql = openPool({ url: database.url, connections: 1, name: 'migrate' });
  try {
    await migrateGateway(sql);
    await (drop === undefined ? migrateChains(sql, config) : dropOne(sql, drop));
  } finally {
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

async function migrateChains(sql: Sql, config: Config): Promise<void> {
  const { waiting } = await admitChains(sql, await resolveChains(config.chains));
  for (const { error } of waiting) console.error(`Not indexed for now: ${error.message}`);
  const ids = await listChainIds(sql);
  for (const id of ids) await migrateChain(sql, id);
  console.log(`Migrated: the service, ${ids.length === 0 ? 'no chain yet' : `chain ${ids.join(', ')}`}.`);
}

async function dropOne(sql: Sql, chainId: number): Promise<void> {
  if (await dropChain(sql, chainId)) return console.log(`Dropped: chain ${chainId}.`);
  const existing = await listChainIds(sql);
  throw new AppError(
    'config',
    `The database has no chain ${chainId}; it has ${existing.length === 0 ? 'none' : existing.join(', ')}.`,
  );
}
