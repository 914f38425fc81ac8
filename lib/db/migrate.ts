import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { AppError } from '@/lib/errors';
import { createBackoff, pause } from '@/lib/retry';
import { createLocalSchema, distributeSchema, distributesSchemas, isDistributed } from './citus';
import { isDatabaseRestarting } from './database-away';
import { isLockRefused, limitLockWaits, MIGRATION_LOCK } from './lock-wait';
import { nextSchemaName, oldSchemaName, type Sql, schemaName, type Transaction } from './open-database';
import { splitStatements } from './split-statements';
import { runTransaction } from './transaction';
import { untilDatabase } from './until-database';

const MIN_SERVER_VERSION = 150_000;

type Migration = { name: string; statements: readonly string[]; checksum: string };

/** Times in ms between attempts, in which readers go on. */
const LOCK_PAUSES = { firstMs: 100, maxMs: 2_000 };
/** About ten minutes: somebody holds a transaction open. */
const MAX_REFUSALS = 300;

/** Migrates `gateway`, once the server has recovered; concurrent calls wait. Throws AppError `config` on an old PostgreSQL or newer schema. */
export async function migrateGateway(sql: Sql): Promise<void> {
  await untilDatabase(() => requireServer(sql), { isAway: isDatabaseRestarting });
  await migrateSchema(sql, { name: 'gateway', migrations: await readMigrations('gateway') });
}

/**
 * Creates or migrates a chain's schema; otherwise like `migrateGateway`. Where Citus distributes schemas, one that is new
 * goes to a worker.
 */
export async function migrateChain(sql: Sql, chainId: number, name = schemaName(chainId)): Promise<void> {
  const [found] = await sql`select 1 from pg_namespace where nspname = ${name}`;
  await migrateSchema(sql, { name, migrations: await readMigrations('chain') });
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

/** Drops a chain's schemas and registration. False when it had none of them. */
export async function dropChain(sql: Sql, chainId: number): Promise<boolean> {
  return runTransaction(sql, async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`;
    const schema = schemaName(chainId);
    const [found] = await transaction`select 1 from pg_namespace where nspname = ${schema}`;
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

type Schema = Readonly<{ name: string; migrations: readonly Migration[] }>;

/**
 * A new schema gets a transaction a migration. One that is read gets a transaction a statement: a column is added in no
 * time, but within one transaction its lock would keep readers out until the rows are filled and the indexes are there.
 */
async function migrateSchema(sql: Sql, schema: Schema): Promise<void> {
  await runTransaction(sql, (transaction) => createSchema(transaction, schema.name));
  const [state] = await sql`select 1 from ${sql(schema.name)}.migrations limit 1`;
  const apply = state === undefined ? applyMigration : applyStatement;
  const backoff = createBackoff(LOCK_PAUSES);
  for (;;) {
    try {
      if (await runTransaction(sql, (transaction) => applyNext(transaction, schema, apply))) return;
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

/** Applies the next pending migration, or a part of it; true when there is none. */
async function applyNext(
  sql: Transaction,
  { name: schema, migrations }: Schema,
  apply: (sql: Transaction, next: Migration) => Promise<'done' | 'begun'>,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`;
  const applied = await sql<{ name: string; checksum: string }[]>`
    select name, checksum from ${sql(schema)}.migrations order by name`;
  requireHistory(schema, applied, migrations);
  const next = migrations[applied.length];
  if (!next) return true;
  await sql`select set_config('search_path', ${`"${schema}"`}, true)`;
  if ((await apply(sql, next)) === 'done')
    await sql`insert into migrations (name, checksum) values (${next.name}, ${next.checksum})`;
  return false;
}

/** Another process may have begun it. */
async function applyMigration(sql: Transaction, next: Migration): Promise<'done' | 'begun'> {
  if ((await countDone(sql)) > 0) return applyStatement(sql, next);
  await sql.unsafe(next.statements.join(';\n'));
  return 'done';
}

/** Applies the next statement and stores with it how many are done, so that an interrupted migration continues. */
async function applyStatement(sql: Transaction, { statements }: Migration): Promise<'done' | 'begun'> {
  const done = await countDone(sql);
  const statement = statements[done] ?? '';
  // one that waits for its lock keeps out all who come after it
  if (isDefinition(statement)) await limitLockWaits(sql);
  await sql.unsafe(statement);
  if (done + 1 >= statements.length) {
    await sql`drop table if exists migration_progress`;
    return 'done';
  }
  if (done === 0) await sql`create table migration_progress (statements integer not null)`;
  if (done === 0) await sql`insert into migration_progress values (1)`;
  else await sql`update migration_progress set statements = ${done + 1}`;
  return 'begun';
}

/** How many statements of the next migration are done. */
async function countDone(sql: Transaction): Promise<number> {
  const [table] = await sql<
    { exists: boolean }[]
  >`select to_regclass('migration_progress') is not null as exists`;
  if (!table?.exists) return 0;
  const [row] = await sql<{ statements: number }[]>`select statements from migration_progress`;
  return row?.statements ?? 0;
}

function isDefinition(statement: string): boolean {
  return !/^(insert|update|delete|select)\b/i.test(statement.replace(/--[^\n]*\n/g, '').trim());
}

function requireHistory(
  schema: string,
  applied: readonly { name: string; checksum: string }[],
  migrations: readonly Migration[],
): void {
  const mismatch = applied.find(
    ({ name, checksum }, index) =>
      migrations[index]?.name !== name || migrations[index].checksum !== checksum,
  );
  if (!mismatch) return;
  const id = /^chain_(\d+)$/.exec(schema)?.[1];
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
      const sql = await readFile(new URL(name, folder), 'utf8');
      return {
        name,
        statements: splitStatements(sql),
        checksum: createHash('sha256').update(sql).digest('hex'),
      };
    }),
  );
}
