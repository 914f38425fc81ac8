import postgres from 'postgres';
import { AppError } from '@/lib/errors';
import { type Sql, schemaName, type Transaction } from './open-database';

/** Citus places new schemas on its workers where this is on: https://docs.citusdata.com/en/stable/ (schema-based sharding). */
const SETTING = 'citus.enable_schema_based_sharding';
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Creates a schema unless it exists. Under Citus its tables stay on the coordinator. To be called in a transaction. Throws
 * AppError `config` when the role may not.
 */
export async function createLocalSchema(sql: Transaction, schema: string): Promise<void> {
  // without Citus a parameter of this name does nothing
  await sql`select set_config(${SETTING}, 'off', true)`;
  await sql`create schema if not exists ${sql(schema)}`.catch((cause: unknown) => {
    if (!(cause instanceof postgres.PostgresError) || cause.code !== INSUFFICIENT_PRIVILEGE) throw cause;
    const message = 'The role of DATABASE_URL may not create schemas: make it the owner of the database.';
    throw new AppError('config', message, { cause });
  });
}

/** Whether new schemas are distributed: Citus is installed and its schema-based sharding is on. */
export async function distributesSchemas(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ distributes: boolean }[]>`
    select coalesce(current_setting(${SETTING}, true), '') = 'on'
      and exists (select from pg_extension where extname = 'citus') as distributes`;
  return row?.distributes ?? false;
}

/** Whether a schema is on a worker of Citus. */
export async function isDistributed(sql: Sql | Transaction, schema: string): Promise<boolean> {
  const [catalog] = await sql<{ exists: boolean }[]>`
    select to_regclass('pg_catalog.pg_dist_schema') is not null as exists`;
  if (!catalog?.exists) return false;
  const rows = await sql`
    select from pg_catalog.pg_dist_schema where schemaid = (select oid from pg_namespace where nspname = ${schema})`;
  return rows.length > 0;
}

/** Throws AppError `config` where Citus distributes chains, which `command` does not support. */
export async function refuseCitus(sql: Sql, chainId: number, command: string): Promise<void> {
  if (!(await distributesSchemas(sql)) && !(await isDistributed(sql, schemaName(chainId)))) return;
  throw new AppError(
    'config',
    `Citus distributes the chains of this database: '${command}' is not for chain ${chainId}, its indexer is (docs/scaling.md, 'Citus').`,
  );
}

/**
 * Moves a schema with its rows to a worker, which Citus chooses. Its tables cannot be written meanwhile, and a large one
 * takes long: it copies every row. The schema must not be distributed yet.
 */
export async function distributeSchema(sql: Transaction, schema: string): Promise<void> {
  await sql`select citus_schema_distribute(${schema}::regnamespace)`;
  // the original rows remain, hidden
  await sql`
    select truncate_local_data_after_distributing_table(c.oid) from pg_class c
    where c.relnamespace = ${schema}::regnamespace and c.relkind = 'r'`;
}
