import { createHash } from 'node:crypto';
import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';
import { runTransaction } from '@/lib/db/transaction';
import type { Logo } from '@/lib/labels/read-logo';
import type { ListedToken } from '@/lib/labels/read-token-list';

/** A listed token whose logo is due, with the metadata of its contract. */
export type DueLogo = Readonly<
  Pick<Row<'listed_tokens'>, 'address' | 'name' | 'symbol' | 'decimals'> & {
    logo_uri: string;
    own_name: Buffer | null;
    own_symbol: Buffer | null;
    own_decimals: string | null;
  }
>;

/** Logo files may change. */
const RETRY = '7 days';
/** For an unreachable server. */
const POSTPONED = '1 hour';
/** Rows per statement. */
const CHUNK = 2_000;

/** Replaces the tokens of a chain's list; logos stay until they were read again. */
export async function replaceListedTokens(
  db: Database,
  { name: list, tokens }: Readonly<{ name: string; tokens: readonly ListedToken[] }>,
): Promise<void> {
  const byAddress = new Map(tokens.map((token) => [token.address.toString('hex'), token]));
  const rows = [...byAddress.values()].map(({ address, name, symbol, decimals, logoUri }) => ({
    address,
    list,
    name,
    symbol,
    decimals,
    logo_uri: logoUri,
  }));
  await runTransaction(db.sql, async (sql) => {
    await sql`lock table ${db.schema}.listed_tokens in share row exclusive mode`;
    await sql`
      delete from ${db.schema}.listed_tokens
      where address <> all(${toArrayLiteral(rows.map(({ address }) => address))}::bytea[])`;
    for (let at = 0; at < rows.length; at += CHUNK)
      await sql`
        insert into ${db.schema}.listed_tokens ${sql(rows.slice(at, at + CHUNK))}
        on conflict (address) do update set list = excluded.list, name = excluded.name, symbol = excluded.symbol,
          decimals = excluded.decimals, logo_uri = excluded.logo_uri, agrees = null, checked_at = '-infinity',
          logo = case when excluded.logo_uri = listed_tokens.logo_uri then listed_tokens.logo end,
          logo_type = case when excluded.logo_uri = listed_tokens.logo_uri then listed_tokens.logo_type end,
          logo_version = case when excluded.logo_uri = listed_tokens.logo_uri then listed_tokens.logo_version end`;
  });
}

/** Some listed and indexed tokens whose logos are due. */
export async function listDueLogos(db: Database, limit: number): Promise<DueLogo[]> {
  return await db.sql<DueLogo[]>`
    select l.address, l.name, l.symbol, l.decimals, l.logo_uri,
      t.name as own_name, t.symbol as own_symbol, t.decimals as own_decimals
    from ${db.schema}.listed_tokens l join ${db.schema}.tokens t on t.address = l.address
    where l.logo_uri is not null and l.checked_at < now() - ${RETRY}::interval and t.metadata_status <> 'pending'
    order by l.checked_at, t.holders_count desc limit ${limit}`;
}

/** Stores a logo, none for undefined, and whether the contract agrees with the list. */
export async function storeLogo(
  db: Database,
  address: Buffer,
  { agrees, logo }: Readonly<{ agrees: boolean; logo: Logo | undefined }>,
): Promise<void> {
  const version = logo && createHash('sha256').update(logo.bytes).digest('hex').slice(0, 12);
  await db.sql`
    update ${db.schema}.listed_tokens set checked_at = now(), agrees = ${agrees},
      logo = ${logo?.bytes ?? null}, logo_type = ${logo?.type ?? null}, logo_version = ${version ?? null}
    where address = ${address}`;
}

/** Keeps the stored logo, if any, and retries in an hour. */
export async function postponeLogo(db: Database, address: Buffer): Promise<void> {
  await db.sql`
    update ${db.schema}.listed_tokens
    set agrees = true, checked_at = now() - ${RETRY}::interval + ${POSTPONED}::interval where address = ${address}`;
}
