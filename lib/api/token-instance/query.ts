import { listParameter } from '@/lib/db/array-literal';
import type { Database, Fragment } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';

/** An NFT; metadata as raw bytes, null when unknown or too large for a list. */
export type TokenInstanceRow = Pick<Row<'token_instances'>, 'token_address' | 'token_id' | 'owner'> &
  Pick<Row<'token_instance_metadata'>, 'uri' | 'metadata'> &
  Pick<Row<'tokens'>, 'type'>;

const MAX_LISTED_BYTES = 16 * 1024;
/** Metadata above this size is left out where an NFT is mentioned. */
export const MAX_MENTIONED_BYTES = 4 * 1024;

/** An NFT with all its metadata, or undefined. `tokenId` is a decimal integer of any size. */
export async function findTokenInstance(
  db: Database,
  token: Buffer,
  tokenId: string,
): Promise<TokenInstanceRow | undefined> {
  const rows = await db.sql<TokenInstanceRow[]>`
    select i.token_address, i.token_id, t.type, i.owner, m.uri, m.metadata
    from ${db.schema}.token_instances i ${instanceJoins(db)}
    where i.token_address = ${token} and i.token_id = ${tokenId}::numeric`;
  return rows[0];
}

/** These NFTs without duplicates and without large metadata; unknown ones are missing. */
export async function findTokenInstances(
  db: Database,
  mentioned: readonly Readonly<{ token_address: Buffer; token_id: string }>[],
): Promise<TokenInstanceRow[]> {
  if (mentioned.length === 0) return [];
  const tokens = mentioned.map(({ token_address }) => token_address);
  const ids = mentioned.map(({ token_id }) => token_id);
  const given = db.sql`(
    select distinct * from unnest(${listParameter(db, 'bytea', tokens)}, ${listParameter(db, 'numeric', ids)}) as given
  )`;
  return await db.sql<TokenInstanceRow[]>`${mentionedInstances(db, given)}`;
}

/** Query for mentioned NFTs; `mentioned` is a relation of contracts and IDs, null IDs are ignored. */
export function mentionedInstances(db: Database, mentioned: Fragment): Fragment {
  return db.sql`
    select ${instanceColumns(db, MAX_MENTIONED_BYTES)}
    from ${mentioned} as given (token_address, token_id)
    join ${db.schema}.token_instances i
      on i.token_address = given.token_address and i.token_id = given.token_id
    ${instanceJoins(db)}`;
}

/** The NFTs of a collection below an ID (a decimal integer of any size), by ID descending. */
export async function listTokenInstances(
  db: Database,
  token: Buffer,
  page: { below: string | undefined; limit: number },
): Promise<TokenInstanceRow[]> {
  const isBelow = page.below === undefined ? db.sql`` : db.sql`and i.token_id < ${page.below}::numeric`;
  return await db.sql<TokenInstanceRow[]>`
    select ${instanceColumns(db)} from (
      select i.* from ${db.schema}.token_instances i
      where i.token_address = ${token} ${isBelow}
      order by i.token_id desc limit ${page.limit}
    ) i ${instanceJoins(db)}
    order by i.token_id desc`;
}

/** Columns of an NFT in a list, from `i` (token_instances), `t` (tokens) and `m` (token_instance_metadata). */
export function instanceColumns(db: Database, maxBytes = MAX_LISTED_BYTES): Fragment {
  return db.sql`
    i.token_address, i.token_id::text, t.type, i.owner,
    case when octet_length(m.uri) <= ${maxBytes} then m.uri end as uri,
    case when octet_length(m.metadata) <= ${maxBytes} then m.metadata end as metadata`;
}

function instanceJoins(db: Database): Fragment {
  return db.sql`
    join ${db.schema}.tokens t on t.address = i.token_address
    left join ${db.schema}.token_instance_metadata m
      on m.token_address = i.token_address and m.token_id = i.token_id`;
}
