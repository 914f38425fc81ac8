import type { Database, Fragment } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';
import type { ImageType } from '@/lib/image-type';

/** A token's entry in the operator's list. */
export type ListingRow = Pick<Row<'listed_tokens'>, 'list' | 'name' | 'symbol' | 'agrees'>;

/** Expression of the URL of a token's logo on our own site; null without. `address` is an expression. */
export function iconOf(db: Database, address: Fragment): Fragment {
  const site = `${db.siteUrl ?? ''}/${db.chainId}/token/0x`;
  return db.sql`(
    select ${site}::text || encode(listed.address, 'hex') || '/logo?v=' || listed.logo_version
    from ${db.schema}.listed_tokens listed where listed.address = ${address}
  )`;
}

/** The logo of a token; undefined without. */
export async function findLogo(
  db: Database,
  address: Buffer,
): Promise<Readonly<{ bytes: Buffer; type: ImageType }> | undefined> {
  const rows = await db.sql<{ bytes: Buffer; type: ImageType }[]>`
    select logo as bytes, logo_type as type from ${db.schema}.listed_tokens
    where address = ${address} and logo is not null`;
  return rows[0];
}

/** A token's entry in the operator's list; undefined for none. */
export async function findListing(db: Database, address: Buffer): Promise<ListingRow | undefined> {
  const rows = await db.sql<ListingRow[]>`
    select list, name, symbol, agrees from ${db.schema}.listed_tokens where address = ${address}`;
  return rows[0];
}
