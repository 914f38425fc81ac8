import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';

/** Whether the values of a confidential token are those of a known deployment; null where the index does not tell. */
export type ConfirmedRow = Readonly<{ address: Buffer; is_confirmed: boolean | null }>;

/** Most held tokens that are looked at, besides those whose contract computed of late. */
const MOST_HELD = 100;
/** Transfers of a value that was never set, handle 0, that are passed over. */
const MOST_UNSET = 20;
const UNSET = Buffer.alloc(32);

/**
 * Whether an ACL of these lets each token use the value that it moved last: anyone can log a transfer of any handle, but
 * only who holds a right to a value is given others. Null without a transfer, or of blocks without rows of handles.
 */
export async function listConfirmed(
  db: Database,
  tokens: readonly Buffer[],
  acls: readonly Buffer[],
): Promise<ConfirmedRow[]> {
  return db.sql<ConfirmedRow[]>`
    select c.address, case
      when last.block_number is null or last.block_number < s.fhe_handles_below then null
      else exists (
        select from ${db.schema}.fhe_handle_logs h
        where h.account = c.address and h.handle = last.encrypted_amount and h.kind = 'Allowed'
          and h.emitter = any(${toArrayLiteral(acls)}::bytea[])
      ) end as is_confirmed
    from unnest(${toArrayLiteral(tokens)}::bytea[]) with ordinality as c (address, place)
    left join ${db.schema}.indexer_state s on true
    left join lateral (
      select * from (
        select x.block_number, x.log_index, x.encrypted_amount from ${db.schema}.token_transfers x
        where x.token_address = c.address order by x.block_number desc, x.log_index desc limit ${MOST_UNSET}
      ) newest
      where encrypted_amount <> ${UNSET} order by block_number desc, log_index desc limit 1
    ) last on true
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
