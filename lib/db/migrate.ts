import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { AppError } from '@/lib/errors';
import { type Sql, schemaName, type Transaction } from './open-database';
import { runTransaction } from './transaction';

const MIN_SERVER_VERSION = 150_000;
const MIGRATION_LOCK = 4_702_111_202;

type Migration = { name: string; sql: string; checksum: string };

/** Migrates `gateway`; concurrent calls wait. Throws AppError `config` on an old PostgreSQL or newer schema. */
export async function migrateGateway(sql: Sql): Promise<void> {
  await requireServer(sql);
  await migrateSchema(sql, 'gateway', await readMigrations('gateway'));
}

/** Creates or migrates a chain's schema; otherwise like `migrateGateway`. */
export async function migrateChain(sql: Sql, chainId: number): Promise<void> {
  await migrateSchema(sql, schemaName(chainId), await readMigrations('chain'));
}

/** Drops a chain's schema and registration. False when there was neither. */
export async function dropChain(sql: Sql, chainId: number): Promise<boolean> {
  return runTransaction(sql, async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`;
    const schema = schemaName(chainId);
    const [found] = await transaction`select 1 from pg_namespace where nspname = ${schema}`;
    await transaction`drop schema if exists ${transaction(schema)} cascade`;
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

/** One transaction per migration, so that its locks are released early. */
async function migrateSchema(sql: Sql, schema: string, migrations: readonly Migration[]): Promise<void> {
  const isDone = () => runTransaction(sql, (transaction) => applyNext(transaction, schema, migrations));
  while (!(await isDone()));
}

/** Applies the next pending migration; true when there is none. */
async function applyNext(
  sql: Transaction,
  schema: string,
  migrations: readonly Migration[],
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`;
  const [found] = await sql`select 1 from pg_namespace where nspname = ${schema}`;
  if (!found) {
    await sql`create schema ${sql(schema)}`;
    await sql`
      create table ${sql(schema)}.migrations (
        name text primary key, checksum text not null, applied_at timestamptz not null default now()
      )`;
  }
  const applied = await sql<{ name: string; checksum: string }[]>`
    select name, checksum from ${sql(schema)}.migrations order by name`;
  requireHistory(schema, applied, migrations);
  const next = migrations[applied.length];
  if (!next) return true;
  await sql`select set_config('search_path', ${`"${schema}"`}, true)`;
  await sql.unsafe(next.sql);
  await sql`insert into ${sql(schema)}.migrations (name, checksum) values (${next.name}, ${next.checksum})`;
  return false;
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
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}
