import type { Database, Transaction } from '@/lib/db/open-database';
import type { Range } from './plan';

/**
 * Removes transactions of newly written blocks from the pending ones, storing when they were seen, and marks pending
 * ones of the same sender and nonce as replaced. `now` in Unix ms.
 */
export async function markMined(
  sql: Transaction,
  db: Database,
  { from, to, now }: Range & { now: number },
): Promise<void> {
  const [some] = await sql`select from ${db.schema}.pending_transactions limit 1`;
  if (!some) return;
  await sql`
    with mined as (
      delete from ${db.schema}.pending_transactions p using ${db.schema}.transactions t
      where t.block_number between ${from} and ${to} and t.hash = p.hash
      returning t.block_number, t.index, p.first_seen, p.looked_before
    )
    insert into ${db.schema}.transaction_sightings (block_number, transaction_index, first_seen, looked_before)
    select block_number, index, first_seen, looked_before from mined`;
  await sql`
    update ${db.schema}.pending_transactions p set
      left_at = coalesce(p.left_at, ${now}::bigint), replaced_by = t.hash, replaced_in = t.block_number
    from ${db.schema}.transactions t
    where t.block_number between ${from} and ${to}
      and t.from_address = p.from_address and t.nonce = p.nonce`;
}

/**
 * Before the rows of blocks are removed: makes their transactions that were seen in the mempool pending again,
 * and those that they had replaced. The next polls show whether the node still has them.
 */
export async function unmarkMined(
  sql: Transaction,
  db: Database,
  { from, to, now }: Range & { now: number },
): Promise<void> {
  await sql`
    insert into ${db.schema}.pending_transactions (
      hash, type, from_address, to_address, nonce, value, input, gas_limit, gas_price, max_fee_per_gas,
      max_priority_fee_per_gas, max_fee_per_blob_gas, blob_versioned_hashes, first_seen, looked_before, last_seen
    )
    select t.hash, t.type, t.from_address, t.to_address, t.nonce, t.value, t.input, t.gas_limit,
      coalesce(t.max_fee_per_gas, t.gas_price), t.max_fee_per_gas, t.max_priority_fee_per_gas, t.max_fee_per_blob_gas, t.blob_versioned_hashes,
      s.first_seen, s.looked_before, ${now}::bigint
    from ${db.schema}.transaction_sightings s
    join ${db.schema}.transactions t on t.block_number = s.block_number and t.index = s.transaction_index
    where s.block_number between ${from} and ${to}
    on conflict (hash) do nothing`;
  await sql`
    insert into ${db.schema}.pending_authorizations
      (hash, index, chain_id, address, nonce, y_parity, r, s, authority)
    select t.hash, a.index, a.chain_id, a.address, a.nonce, a.y_parity, a.r, a.s, a.authority
    from ${db.schema}.transaction_sightings s
    join ${db.schema}.transactions t on t.block_number = s.block_number and t.index = s.transaction_index
    join ${db.schema}.transaction_authorizations a
      on a.block_number = s.block_number and a.transaction_index = s.transaction_index
    where s.block_number between ${from} and ${to}
    on conflict (hash, index) do nothing`;
  await sql`
    update ${db.schema}.pending_transactions
    set left_at = null, replaced_by = null, replaced_in = null, last_seen = ${now}
    where replaced_in between ${from} and ${to}`;
}

/** Removes all pending transactions: the next poll finds those that the node still has. */
export async function discardPending(sql: Transaction, { schema }: Database): Promise<void> {
  await sql`delete from ${schema}.pending_authorizations`;
  await sql`delete from ${schema}.pending_transactions`;
}
