import type { Database, Transaction } from '@/lib/db/open-database';
import type { Range } from './plan';

/** Adds the stored blocks of the range to the counts of their addresses. */
export async function addToAddressCounts(sql: Transaction, db: Database, range: Range): Promise<void> {
  await mergeCounts(sql, db, { range, sign: 1 });
}

/** Subtracts the stored blocks of the range: the exact inverse of `addToAddressCounts`. */
export async function removeFromAddressCounts(sql: Transaction, db: Database, range: Range): Promise<void> {
  await mergeCounts(sql, db, { range, sign: -1 });
  await sql`
    delete from ${db.schema}.address_counts c
    using (select distinct address from (${parts(sql, db, range)}) parts) p
    where c.address = p.address and c.transactions = 0 and c.token_transfers = 0 and c.blocks = 0`;
}

async function mergeCounts(
  sql: Transaction,
  db: Database,
  { range, sign }: { range: Range; sign: 1 | -1 },
): Promise<void> {
  await sql`
    insert into ${db.schema}.address_counts as stored (
      address, transactions, gas_sent, gas_received, token_transfers, blocks, last_block
    )
    select address, s * sum(transactions), s * sum(gas_sent), s * sum(gas_received), s * sum(token_transfers),
      s * sum(blocks), max(height)
    from (${parts(sql, db, range)}) parts cross join (select ${sign}::integer as s) as sign
    group by address, s
    on conflict (address) do update set
      transactions = stored.transactions + excluded.transactions,
      gas_sent = stored.gas_sent + excluded.gas_sent,
      gas_received = stored.gas_received + excluded.gas_received,
      token_transfers = stored.token_transfers + excluded.token_transfers,
      blocks = stored.blocks + excluded.blocks,
      last_block = greatest(stored.last_block, excluded.last_block)`;
}

/** One row per address and transaction, transfer or block of the range; a transfer to oneself counts once. */
function parts(sql: Transaction, db: Database, { from, to }: Range) {
  return sql`
    select from_address as address, 1 as transactions, coalesce(gas_used, 0) as gas_sent, 0::numeric as gas_received,
      0 as token_transfers, 0 as blocks, block_number as height
    from ${db.schema}.transactions where block_number between ${from} and ${to}
    union all
    select to_address, (to_address <> from_address)::integer, 0, coalesce(gas_used, 0), 0, 0, block_number
    from ${db.schema}.transactions where block_number between ${from} and ${to} and to_address is not null
    union all
    select created_contract, 1, 0, 0, 0, 0, block_number from ${db.schema}.transactions
    where block_number between ${from} and ${to} and created_contract <> from_address
      and created_contract is distinct from to_address
    union all
    select from_address, 0, 0, 0, 1, 0, block_number
    from ${db.schema}.token_transfers where block_number between ${from} and ${to}
    union all
    select to_address, 0, 0, 0, 1, 0, block_number
    from ${db.schema}.token_transfers
    where block_number between ${from} and ${to} and to_address <> from_address
    union all
    select miner, 0, 0, 0, 0, 1, number from ${db.schema}.blocks where number between ${from} and ${to}`;
}
