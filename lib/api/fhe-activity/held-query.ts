import type { Database, Fragment } from '@/lib/db/open-database';

/** The newest confidential transfer of a token by an address, and how many were read; the timestamp is in Unix seconds. */
export type HeldTokenRow = Readonly<{
  token_address: Buffer;
  transfers_count: number;
  block_number: number;
  timestamp: number;
  transaction_hash: Buffer;
  log_index: number;
  from_address: Buffer;
  to_address: Buffer;
  encrypted_amount: Buffer | null;
}>;

/** Confidential tokens among the newest `read` transfers from and to an address, the last moved first. */
export async function listHeldTokens(
  db: Database,
  address: Buffer,
  { read, limit }: Readonly<{ read: number; limit: number }>,
): Promise<HeldTokenRow[]> {
  const side = (isOf: Fragment) => db.sql`(
    select * from ${db.schema}.token_transfers where ${isOf} and token_type = 'ERC-7984'
    order by block_number desc, log_index desc limit ${read}
  )`;
  return await db.sql<HeldTokenRow[]>`
    with moved as materialized (
      ${side(db.sql`from_address = ${address}`)} union ${side(db.sql`to_address = ${address}`)}
    ), newest as (
      select * from (
        select distinct on (token_address) *, count(*) over (partition by token_address)::integer as transfers_count
        from moved order by token_address, block_number desc, log_index desc
      ) of_token order by block_number desc, log_index desc limit ${limit}
    )
    select n.token_address, n.transfers_count, n.block_number, b.timestamp, t.hash as transaction_hash,
      n.log_index, n.from_address, n.to_address, n.encrypted_amount
    from newest n
    join ${db.schema}.blocks b on b.number = n.block_number
    cross join lateral (
      select hash from ${db.schema}.transactions x
      where x.block_number = n.block_number and x.index = n.transaction_index offset 0
    ) t
    order by n.block_number desc, n.log_index desc`;
}
