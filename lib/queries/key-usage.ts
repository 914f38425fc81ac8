import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Sql } from '@/lib/db/open-database';

/** Calls of one operation with one key (SHA-256, hex) on one day (UTC, `2026-01-31`), and what they cost. */
export type Charge = Readonly<{
  keyId: string;
  day: string;
  endpointId: string;
  calls: number;
  credits: number;
}>;

/** Charges that one process stores together. `batch` counts its batches from 1: none is stored twice. */
export type ChargeBatch = Readonly<{ writerId: string; batch: number; charges: readonly Charge[] }>;

/** What a key has used on a day and in the month of that day, up to that day. */
export type CreditsUsed = Readonly<{ day: string; dayCredits: number; monthCredits: number }>;

/** Which keys, and on which day. */
export type CreditsQuery = Readonly<{ keyIds: readonly string[]; day: string }>;

type Row = { key_id: string; day_credits: number; month_credits: number };

/** What these keys have used, by key; 0 for one that has used nothing. */
export async function sumCredits(sql: Sql, query: CreditsQuery): Promise<Map<string, CreditsUsed>> {
  const rows = await sql<Row[]>`
    select encode(key_hash, 'hex') as key_id, sum(credits)::bigint as month_credits,
      coalesce(sum(credits) filter (where day = ${query.day}::date), 0)::bigint as day_credits
    from gateway.key_credits
    where key_hash = any(${keyHashes(query.keyIds)}::bytea[])
      and day between date_trunc('month', ${query.day}::date)::date and ${query.day}::date
    group by key_hash`;
  return byKey(rows, query);
}

/**
 * Adds a batch to the usage, unless it was added before, and answers as `sumCredits` does with it included. One
 * statement: it happens as a whole, and a process that is stopped in the middle holds no lock. Rows are taken in
 * order, so that processes wait for each other and never in a circle.
 */
export async function storeCharges(
  sql: Sql,
  { writerId, batch, charges }: ChargeBatch,
  query: CreditsQuery,
): Promise<Map<string, CreditsUsed>> {
  const column = (read: (charge: Charge) => string | number) => toArrayLiteral(charges.map(read));
  const rows = await sql<Row[]>`
    with accepted as (
      insert into gateway.key_usage_writers as known (writer_id, batch) values (${writerId}, ${batch})
      on conflict (writer_id) do update set batch = excluded.batch, stored_at = now()
      where known.batch < excluded.batch
      returning batch
    ), charge as (
      select key_hash, day, endpoint_id, calls, credits
      from unnest(${keyHashes(charges.map(({ keyId }) => keyId))}::bytea[],
        ${column(({ day }) => day)}::date[], ${column(({ endpointId }) => endpointId)}::text[],
        ${column(({ calls }) => calls)}::bigint[], ${column(({ credits }) => credits)}::bigint[]
      ) as charge (key_hash, day, endpoint_id, calls, credits)
      where exists (select from accepted)
    ), used as (
      insert into gateway.key_usage as known (day, key_hash, endpoint_id, calls, credits)
      select day, key_hash, endpoint_id, calls, credits from charge order by day, key_hash, endpoint_id
      on conflict (day, key_hash, endpoint_id) do update
      set calls = known.calls + excluded.calls, credits = known.credits + excluded.credits
    ), spent as (
      insert into gateway.key_credits as known (key_hash, day, credits)
      select key_hash, day, sum(credits) from charge group by key_hash, day order by key_hash, day
      on conflict (key_hash, day) do update set credits = known.credits + excluded.credits
      returning key_hash, day, credits
    ), total as (
      select key_hash, day, credits from spent
      union all
      select key_hash, day, credits from gateway.key_credits as stored
      where key_hash = any(${keyHashes(query.keyIds)}::bytea[])
        and not exists (select from spent where spent.key_hash = stored.key_hash and spent.day = stored.day)
    )
    select encode(key_hash, 'hex') as key_id, sum(credits)::bigint as month_credits,
      coalesce(sum(credits) filter (where day = ${query.day}::date), 0)::bigint as day_credits
    from total
    where day between date_trunc('month', ${query.day}::date)::date and ${query.day}::date
    group by key_hash`;
  return byKey(rows, query);
}

/** Forgets the batches of a process that ends. */
export async function deleteWriter(sql: Sql, writerId: string): Promise<void> {
  await sql`delete from gateway.key_usage_writers where writer_id = ${writerId}`;
}

/** Forgets the batches of processes that died a week ago. */
export async function deleteLostWriters(sql: Sql): Promise<void> {
  await sql`delete from gateway.key_usage_writers where stored_at < now() - interval '7 days'`;
}

/**
 * Forgets some of the usage before a day, at most `limit` rows of each table, and gives how many went; of each key the
 * newest day stays: when it was last used.
 */
export async function deleteOldUsage(
  sql: Sql,
  { firstDay, limit }: { firstDay: string; limit: number },
): Promise<number> {
  const usage = await sql`
    delete from gateway.key_usage where ctid = any(array(
      select ctid from gateway.key_usage where day < ${firstDay}::date limit ${limit} for update skip locked
    ))`;
  const credits = await sql`
    delete from gateway.key_credits where ctid = any(array(
      select ctid from gateway.key_credits as old
      where day < ${firstDay}::date
        and exists (select from gateway.key_credits where key_hash = old.key_hash and day > old.day)
      limit ${limit} for update skip locked
    ))`;
  return usage.count + credits.count;
}

/** Usage of a key by operation: of one day, or, with `day` null, of all requested days. */
export type KeyUsageRow = {
  name: string;
  day: string | null;
  endpoint_id: string;
  calls: number;
  credits: number;
};

/**
 * Usage from `firstDay` on, the dearest operations first: of all keys, the days together; or of the keys that have or
 * had one name, by day, newest first.
 */
export async function listKeyUsage(
  sql: Sql,
  { name, firstDay }: { name: string | undefined; firstDay: string },
): Promise<KeyUsageRow[]> {
  const day = name === undefined ? sql`null` : sql`day::text`;
  return sql<KeyUsageRow[]>`
    select name, ${day} as day, endpoint_id, sum(calls)::bigint as calls, sum(credits)::bigint as credits
    from gateway.key_usage join gateway.api_keys using (key_hash)
    where day >= ${firstDay}::date ${name === undefined ? sql`` : sql`and name = ${name}`}
    group by 1, 2, 3
    order by day desc, name, credits desc, calls desc, endpoint_id`;
}

function keyHashes(keyIds: readonly string[]): string {
  return toArrayLiteral(keyIds.map((id) => Buffer.from(id, 'hex')));
}

function byKey(rows: readonly Row[], { keyIds, day }: CreditsQuery): Map<string, CreditsUsed> {
  const used = new Map<string, CreditsUsed>(
    keyIds.map((id) => [id, { day, dayCredits: 0, monthCredits: 0 }]),
  );
  for (const row of rows)
    used.set(row.key_id, { day, dayCredits: row.day_credits, monthCredits: row.month_credits });
  return used;
}
