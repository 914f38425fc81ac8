import type { Database } from '@/lib/db/open-database';

/** An address and its primary name. */
export type NamedAddress = Readonly<{ address: Buffer; name: string }>;

const MAX_FOUND = 10;
const LAST_CHARACTER = '\u{10ffff}';
/** Names of viewed addresses are refreshed after this. */
const FRESH = '1 day';

/** Up to ten addresses whose primary name begins with a text, which is normalized. */
export async function findNamed(db: Database, text: string): Promise<NamedAddress[]> {
  return await db.sql<NamedAddress[]>`
    select address, name from ${db.schema}.ens_names
    where name ~>=~ ${text} and name ~<~ ${`${text}${LAST_CHARACTER}`} order by name, address limit ${MAX_FOUND}`;
}

/** Schedules a name lookup by the indexer for an address seen on the chain, at most once a day. */
export async function requestName({ sql, schema }: Database, address: Buffer): Promise<void> {
  await sql`
    insert into ${schema}.ens_names as known (address, checked_at)
    select address, '-infinity' from ${schema}.addresses where address = ${address}
    on conflict (address) do update set checked_at = excluded.checked_at
    where known.checked_at < now() - ${FRESH}::interval`;
}
