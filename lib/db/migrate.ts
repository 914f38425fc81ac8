import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { AppError } from '@/lib/errors';
import { createBackoff, pause } from '@/lib/retry';
import { createLocalSchema, distributeSchema, distributesSchemas, isDistributed } from './citus';
import { isDatabaseRestarting } from './database-away';
import { isLockRefused, limitLockWaits, MIGRATION_LOCK } from './lock-wait';
import { nextSchemaName, oldSchemaName, type Sql, schemaName, type Transaction } from './open-database';
import { runTransaction } from './transaction';
import { untilDatabase } from './until-database';
import { keepVerifications } from './verifications';

const MIN_SERVER_VERSION = 150_000;

type Migration = Readonly<{ name: string; text: string; checksum: string }>;

/** First migrations of the histories that the baselines replaced. */
const BEFORE_BASELINE = '0001-initial.sql';

/** Delay in ms between attempts, in which readers continue. */
const LOCK_PAUSES = { firstMs: 100, maxMs: 2_000 };
/** About ten minutes, in case of a long-running transaction. */
const MAX_REFUSALS = 300;

/** Migrates `gateway`, once the server has recovered; concurrent calls wait. Throws AppError `config` on an old PostgreSQL or newer schema. */
export async function migrateGateway(sql: Sql): Promise<void> {
  await untilDatabase(() => requireServer(sql), { isAway: isDatabaseRestarting });
  await applyMigrations(sql, 'gateway', await readMigrations('gateway'));
}

/**
 * Creates or migrates a chain's schema; otherwise like `migrateGateway`. Where Citus distributes schemas, one that is new
 * goes to a worker.
 */
export async function migrateChain(sql: Sql, chainId: number, name = schemaName(chainId)): Promise<void> {
  const [found] = await sql`select 1 from pg_namespace where nspname = ${name}`;
  await applyMigrations(sql, name, await readMigrations('chain'));
  if (!found && (await distributesSchemas(sql))) await distributeChain(sql, name);
}

/** Moves a chain's schema to a worker of Citus (`distributeSchema`). False if it is on one. */
export async function distributeChain(sql: Sql, schema: string): Promise<boolean> {
  return runTransaction(sql, async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`;
    if (await isDistributed(transaction, schema)) return false;
    await distributeSchema(transaction, schema);
    return true;
  });
}

/** Drops a chain's schemas and registration, and keeps its verifications. False when there was nothing to drop. */
export async function dropChain(sql: Sql, chainId: number): Promise<boolean> {
  return runTransaction(sql, async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`;
    const schema = schemaName(chainId);
    const [found] = await transaction`select 1 from pg_namespace where nspname = ${schema}`;
    await keepVerifications(transaction, chainId);
    for (const name of [schema, nextSchemaName(chainId), oldSchemaName(chainId)])
      await transaction`drop schema if exists ${transaction(name)} cascade`;
    const removed = await transaction`delete from gateway.chains where chain_id = ${chainId}`;
    return found !== undefined || removed.count > 0;
  });
}

async function requireServer(sql: Sql): Promise<void> {
  const [row] = await sql<{ version: number; text: string }[]>`
    select current_setting('server_version_num')::integer as version, current_setting('server_version') as text`;
  if (row && row.version >= MIN_SERVER_VERSION) return;
  throw new AppError(
    'config',
    `The database is PostgreSQL ${row?.text}: set DATABASE_URL to version 15 or newer.`,
  );
}

/**
 * Creates the schema and applies pending migrations, one per transaction: an interrupted run resumes after the last.
 */
export async function applyMigrations(
  sql: Sql,
  schema: string,
  migrations: readonly Migration[],
): Promise<void> {
  await runTransaction(sql, (transaction) => createSchema(transaction, schema));
  const backoff = createBackoff(LOCK_PAUSES);
  for (;;) {
    try {
      if (await runTransaction(sql, (transaction) => applyNext(transaction, schema, migrations))) return;
      backoff.reset();
    } catch (error) {
      if (!isLockRefused(error) || backoff.failures >= MAX_REFUSALS) throw error;
      await pause(backoff.next());
    }
  }
}

async function createSchema(sql: Transaction, schema: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`;
  const [found] = await sql`select 1 from pg_namespace where nspname = ${schema}`;
  if (found) return;
  await createLocalSchema(sql, schema);
  await sql`
    create table ${sql(schema)}.migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now()
    )`;
}

/** Applies the next pending migration; true when there is none. */
async function applyNext(
  sql: Transaction,
  schema: string,
  migrations: readonly Migration[],
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`;
  await sql`select set_config('search_path', ${`"${schema}"`}, true)`;
  if (schema === 'gateway') await adoptGateway(sql);
  const applied = await sql<{ name: string; checksum: string }[]>`
    select name, checksum from migrations order by name`;
  requireHistory(schema, applied, migrations);
  const next = migrations[applied.length];
  if (!next) return true;
  // a statement that waits for its lock blocks all later ones
  await limitLockWaits(sql);
  await sql.unsafe(next.text);
  await sql`insert into migrations (name, checksum) values (${next.name}, ${next.checksum})`;
  return false;
}

/** Deletes the history before the baseline, which adopts the existing tables. */
async function adoptGateway(sql: Transaction): Promise<void> {
  await sql`
    delete from migrations where exists (select from migrations where name = ${BEFORE_BASELINE})`;
}

function requireHistory(
  schema: string,
  applied: readonly { name: string; checksum: string }[],
  migrations: readonly Migration[],
): void {
  const id = /^chain_(\d+)/.exec(schema)?.[1];
  if (applied[0]?.name === BEFORE_BASELINE)
    throw new AppError(
      'config',
      `The index of chain ${id} was made by an older version of Astrolabe: delete it with 'npm run migrate -- --drop ${id}', and the next start indexes the chain again; sources verified here are kept.`,
    );
  const mismatch = applied.find(
    ({ name, checksum }, index) =>
      migrations[index]?.name !== name || migrations[index].checksum !== checksum,
  );
  if (!mismatch) return;
  const remedy = id
    ? `index the chain again with 'npm run migrate -- --drop ${id}'`
    : 'use another database (DATABASE_URL or DATA_DIR)';
  throw new AppError(
    'config',
    `The schema ${schema} was migrated by another version of Astrolabe (${mismatch.name} differs): run that version, or ${remedy}.`,
  );
}

async function readMigrations(kind: 'gateway' | 'chain'): Promise<Migration[]> {
  const folder = new URL(`./migrations/${kind}/`, import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}
