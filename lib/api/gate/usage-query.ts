import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Sql } from '@/lib/db/open-database';

/** Calls and credits of one operation, key (SHA-256, hex) and UTC day (`2026-01-31`). */
export type Charge = Readonly<{
  keyId: string;
  day: string;
  endpointId: string;
  calls: number;
  credits: number;
}>;

/** Charges of one process. `batch` numbers its batches from 1, so that none is stored twice. */
export type ChargeBatch = Readonly<{ writerId: string; batch: number; charges: readonly Charge[] }>;

/** Credits a key has used on a day, and in its month up to that day. */
export type CreditsUsed = Readonly<{ day: string; dayCredits: number; monthCredits: number }>;

/** The keys and the day to sum credits for. */
export type CreditsQuery = Readonly<{ keyIds: readonly string[]; day: string }>;

type Row = { key_id: string; day_credits: number; month_credits: number };

/** Credits used by these keys, 0 when none. */
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
 * Adds a batch once and returns `sumCredits` including it. One statement: atomic, and no lock outlives the process;
 * rows are locked in order to avoid deadlocks.
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

/** Deletes the batch counter of a process. */
export async function deleteWriter(sql: Sql, writerId: string): Promise<void> {
  await sql`delete from gateway.key_usage_writers where writer_id = ${writerId}`;
}

/** Deletes batch counters not updated for a week. */
export async function deleteLostWriters(sql: Sql): Promise<void> {
  await sql`delete from gateway.key_usage_writers where stored_at < now() - interval '7 days'`;
}

/** Deletes up to `limit` rows per table from before a day, except each key's latest day. Returns the row count. */
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

/** Usage of a key by operation, of one day, or (`day` null) of all days. */
export type KeyUsageRow = {
  name: string;
  day: string | null;
  endpoint_id: string;
  calls: number;
  credits: number;
};

/** Usage since `firstDay`, most credits first: of all keys in total, or of keys of one name by day, newest first. */
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
