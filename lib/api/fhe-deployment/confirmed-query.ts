import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';

/** Whether the values of a confidential token are those of a known deployment; null where the index does not tell. */
export type ConfirmedRow = Readonly<{ address: Buffer; is_confirmed: boolean | null }>;

/** Most held tokens that are looked at, besides those whose contract computed of late. */
const MOST_HELD = 100;
/** Newest transfers of a token whose values are looked at. */
const NEWEST = 20;
/** A value that was never set. */
const UNSET = Buffer.alloc(32);

/**
 * Whether an ACL of these lets each token use a value that it moved of late: anyone can log a transfer of any handle, but
 * only who holds a right to a value is given others. Null without a transfer, or of blocks without rows of handles.
 */
export async function listConfirmed(
  db: Database,
  tokens: readonly Buffer[],
  acls: readonly Buffer[],
): Promise<ConfirmedRow[]> {
  return db.sql<ConfirmedRow[]>`
    select c.address, case
      when exists (
        select from unnest(moved.handles) as value (handle) cross join lateral (
          select from ${db.schema}.fhe_handle_logs h
          where h.account = c.address and h.handle = value.handle and h.kind = 'Allowed'
            and h.emitter = any(${toArrayLiteral(acls)}::bytea[]) limit 1
        ) grant_of_it
      ) then true
      when moved.since is null or moved.since < s.fhe_handles_below then null
      else false end as is_confirmed
    from unnest(${toArrayLiteral(tokens)}::bytea[]) with ordinality as c (address, place)
    left join ${db.schema}.indexer_state s on true
    cross join lateral (
      select array_agg(encrypted_amount order by block_number desc, log_index desc) as handles, min(block_number) as since
      from (
        select x.block_number, x.log_index, x.encrypted_amount from ${db.schema}.token_transfers x
        where x.token_address = c.address order by x.block_number desc, x.log_index desc limit ${NEWEST}
      ) newest
      where encrypted_amount <> ${UNSET}
    ) moved
    order by c.place`;
}

/** The confidential tokens that are most held, and those among these contracts; in the order of their holders. */
export async function listCandidates(db: Database, contracts: readonly Buffer[]): Promise<Buffer[]> {
  const rows = await db.sql<{ address: Buffer }[]>`
    select address from (
      (
        select t.address, t.holders_count from ${db.schema}.tokens t where t.type = 'ERC-7984'
        order by t.holders_count desc, t.address desc limit ${MOST_HELD}
      )
      union
      select t.address, t.holders_count from unnest(${toArrayLiteral(contracts)}::bytea[]) as c (address)
      join ${db.schema}.tokens t on t.address = c.address where t.type = 'ERC-7984'
    ) candidates order by holders_count desc, address desc`;
  return rows.map(({ address }) => address);
}
