import { readdir } from 'node:fs/promises';
import { type Sql, schemaName } from './open-database';

/** Whether `gateway` and all served chains except those in `elsewhere` are fully migrated. */
export async function isMigrated(sql: Sql, elsewhere: readonly number[] = []): Promise<boolean> {
  if (!(await isGatewayMigrated(sql))) return false;
  const chains = await sql<{ chain_id: number }[]>`select chain_id from gateway.chains where is_served`;
  const expected = await listMigrations('chain');
  for (const { chain_id } of chains.filter((chain) => !elsewhere.includes(chain.chain_id))) {
    if (!(await hasApplied(sql, schemaName(chain_id), expected))) return false;
  }
  return true;
}

/** Whether the schema `gateway` is fully migrated. */
export async function isGatewayMigrated(sql: Sql): Promise<boolean> {
  return hasApplied(sql, 'gateway', await listMigrations('gateway'));
}

async function listMigrations(kind: 'gateway' | 'chain'): Promise<string[]> {
  const names = await readdir(new URL(`./migrations/${kind}/`, import.meta.url));
  return names.filter((name) => name.endsWith('.sql'));
}

async function hasApplied(sql: Sql, schema: string, names: readonly string[]): Promise<boolean> {
  const [table] = await sql<{ exists: boolean }[]>`
    select to_regclass(${`${schema}.migrations`}) is not null as exists`;
  if (!table?.exists) return false;
  const applied = await sql<{ name: string }[]>`select name from ${sql(schema)}.migrations`;
  return names.every((name) => applied.some((migration) => migration.name === name));
}
