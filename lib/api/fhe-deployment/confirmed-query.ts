import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';

/** Whether the values of a confidential token are those of a known deployment; null where some are, or the index does not tell. */
export type ConfirmedRow = Readonly<{ address: Buffer; is_confirmed: boolean | null }>;

/** Most held tokens that are looked at, besides those whose contract computed of late. */
const MOST_HELD = 100;
/** Newest transfers of a token whose values are looked at. */
const NEWEST = 20;
/** A value that was never set. */
const UNSET = Buffer.alloc(32);

/**
 * Whether an ACL of these lets each token use the values that it moved of late, all (true) or none (false): anyone can log a
 * transfer of any handle, but only who holds a right to a value is given others. Null of some, without a transfer, or of blocks
 * without rows of handles. It is no proof of balances: any contract can compute values of its own, and log their transfer.
 */
export async function listConfirmed(
  db: Database,
  tokens: readonly Buffer[],
  acls: readonly Buffer[],
): Promise<ConfirmedRow[]> {
  return db.sql<ConfirmedRow[]>`
    select c.address, case
      when moved.named = 0 then null
      when moved.granted = moved.named then true
      when moved.granted > 0 or moved.since < s.fhe_handles_below then null
      else false end as is_confirmed
    from unnest(${toArrayLiteral(tokens)}::bytea[]) with ordinality as c (address, place)
    left join ${db.schema}.indexer_state s on true
    cross join lateral (
      select count(*) as named, count(a.granted) as granted, min(newest.block_number) as since
      from (
        select x.block_number, x.log_index, x.encrypted_amount from ${db.schema}.token_transfers x
        where x.token_address = c.address order by x.block_number desc, x.log_index desc limit ${NEWEST}
      ) newest
      left join lateral (
        select 1 as granted from ${db.schema}.fhe_handle_logs h
        where h.account = c.address and h.handle = newest.encrypted_amount and h.kind = 'Allowed'
          and h.emitter = any(${toArrayLiteral(acls)}::bytea[]) limit 1
      ) a on true
      where newest.encrypted_amount <> ${UNSET}
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
