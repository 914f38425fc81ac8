import { partSchemaName, type Sql } from './open-database';

/** Drops all parts of a chain but those that begin at one of `staying`; each by itself, as they have many tables. */
export async function dropParts(sql: Sql, chainId: number, staying: readonly number[] = []): Promise<void> {
  const prefix = partSchemaName(chainId, 0).slice(0, -1);
  const names = staying.map((from) => partSchemaName(chainId, from));
  const found = await sql<{ name: string }[]>`
    select nspname as name from pg_namespace where starts_with(nspname, ${prefix})`;
  for (const { name } of found)
    if (!names.includes(name)) await sql`drop schema if exists ${sql(name)} cascade`;
}
