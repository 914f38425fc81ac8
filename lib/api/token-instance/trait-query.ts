import type { Database } from '@/lib/db/open-database';

/** NFT metadata of a collection; null where it is not known, or too large. */
export type NftMetadataRow = Readonly<{ token_id: string; metadata: Buffer | null }>;

const MAX_BYTES = 32 * 1024;

/** Metadata of a collection's NFTs below an ID (a decimal integer of any size), by ID descending. */
export async function listNftMetadata(
  db: Database,
  token: Buffer,
  page: { below: string | undefined; limit: number },
): Promise<NftMetadataRow[]> {
  const isBelow = page.below === undefined ? db.sql`` : db.sql`and i.token_id < ${page.below}::numeric`;
  return await db.sql<NftMetadataRow[]>`
    select i.token_id::text,
      (select case when octet_length(m.metadata) <= ${MAX_BYTES} then m.metadata end
        from ${db.schema}.token_instance_metadata m
        where m.token_address = i.token_address and m.token_id = i.token_id) as metadata
    from ${db.schema}.token_instances i
    where i.token_address = ${token} ${isBelow}
    order by i.token_id desc limit ${page.limit}`;
}
