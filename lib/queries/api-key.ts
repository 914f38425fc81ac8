import type { Sql } from '@/lib/db/open-database';

/** The plan of the key with this SHA-256, or undefined when there is none or it was revoked. */
export async function findApiKeyPlan(sql: Sql, keyHash: Buffer): Promise<string | undefined> {
  const rows = await sql<{ plan: string }[]>`
    select plan from gateway.api_keys where key_hash = ${keyHash} and revoked_at is null`;
  return rows[0]?.plan;
}

/** Makes the key with this SHA-256 the internal one: the one that was internal before loses that plan. */
export async function setInternalApiKey(sql: Sql, keyHash: Buffer): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`
      update gateway.api_keys set revoked_at = now()
      where plan = 'internal' and key_hash <> ${keyHash} and revoked_at is null`;
    await transaction`
      insert into gateway.api_keys (key_hash, name, plan) values (${keyHash}, 'pages', 'internal')
      on conflict (key_hash) do update set plan = 'internal', revoked_at = null`;
  });
}
