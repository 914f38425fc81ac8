import type { Sql } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';
import { runTransaction } from '@/lib/db/transaction';

/** A key for its operator; credits of the current UTC day and month. */
export type ApiKeyRow = Pick<Row<'api_keys'>, 'name' | 'plan' | 'created_at' | 'revoked_at'> & {
  last_day: string | null;
  day_credits: number;
  month_credits: number;
};

/** The plan of an active key by SHA-256; undefined when unknown or revoked. */
export async function findApiKeyPlan(sql: Sql, keyHash: Buffer): Promise<string | undefined> {
  const rows = await sql<{ plan: string }[]>`
    select plan from gateway.api_keys where key_hash = ${keyHash} and revoked_at is null`;
  return rows[0]?.plan;
}

/** The active key with this name or SHA-256. */
export async function findApiKey(
  sql: Sql,
  by: { name: string; keyHash: Buffer },
): Promise<{ name: string; plan: string } | undefined> {
  const rows = await sql<{ name: string; plan: string }[]>`
    select name, plan from gateway.api_keys
    where (name = ${by.name} or key_hash = ${by.keyHash}) and revoked_at is null`;
  return rows[0];
}

/** Makes this the internal key and revokes the previous one. */
export async function setInternalApiKey(sql: Sql, keyHash: Buffer): Promise<void> {
  await runTransaction(sql, async (transaction) => {
    await transaction`lock table gateway.api_keys in share row exclusive mode`;
    await transaction`
      update gateway.api_keys set revoked_at = now()
      where plan = 'internal' and key_hash <> ${keyHash} and revoked_at is null`;
    await transaction`
      insert into gateway.api_keys (key_hash, name, plan) values (${keyHash}, 'pages', 'internal')
      on conflict (key_hash) do update set name = 'pages', plan = 'internal', revoked_at = null`;
  });
}

/** Adds a key. False when an active key has that name. */
export async function insertApiKey(
  sql: Sql,
  key: { keyHash: Buffer; name: string; plan: string },
): Promise<boolean> {
  const { count } = await sql`
    insert into gateway.api_keys (key_hash, name, plan) values (${key.keyHash}, ${key.name}, ${key.plan})
    on conflict (name) where revoked_at is null do nothing`;
  return count > 0;
}

/** Revokes an active key. False when there is none. */
export async function revokeApiKey(sql: Sql, name: string): Promise<boolean> {
  const { count } = await sql`
    update gateway.api_keys set revoked_at = now() where name = ${name} and revoked_at is null`;
  return count > 0;
}

/** Changes the plan of an active key. False when there is none. */
export async function updateApiKeyPlan(sql: Sql, name: string, plan: string): Promise<boolean> {
  const { count } = await sql`
    update gateway.api_keys set plan = ${plan} where name = ${name} and revoked_at is null`;
  return count > 0;
}

/** Whether any key, active or revoked, has this name. */
export async function hasApiKeyName(sql: Sql, name: string): Promise<boolean> {
  const rows = await sql`select from gateway.api_keys where name = ${name} limit 1`;
  return rows.length > 0;
}

/** Keys with their credits as of `day`, active first, by name. */
export async function listApiKeys(
  sql: Sql,
  options: { day: string; withRevoked: boolean },
): Promise<ApiKeyRow[]> {
  const { day, withRevoked } = options;
  return sql<ApiKeyRow[]>`
    select name, plan, created_at, revoked_at,
      (select max(day)::text from gateway.key_credits where key_hash = api_key.key_hash) as last_day,
      coalesce(sum(credits) filter (where day = ${day}::date), 0)::bigint as day_credits,
      coalesce(sum(credits), 0)::bigint as month_credits
    from gateway.api_keys api_key left join gateway.key_credits used
      on used.key_hash = api_key.key_hash
      and day between date_trunc('month', ${day}::date)::date and ${day}::date
    where ${withRevoked} or revoked_at is null
    group by api_key.key_hash
    order by revoked_at is not null, name, created_at`;
}
