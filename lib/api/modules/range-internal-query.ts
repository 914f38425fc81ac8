import { type InternalTransactionRow, isReceiver } from '@/lib/api/internal-transaction/query';
import type { Database, Fragment } from '@/lib/db/open-database';
import { type RangePage, rangeParts } from './range-query';

/** The internal transactions in a range of blocks, all or those of an address. */
export async function listRangeInternals(
  db: Database,
  address: Buffer | undefined,
  page: RangePage,
): Promise<InternalTransactionRow[]> {
  const { way, within, reach, taken } = rangeParts(db, page);
  const order = db.sql`order by c.block_number ${way}, c.transaction_index ${way}, c.index ${way}`;
  const part = (condition: Fragment) => db.sql`(
    select c.block_number, c.transaction_index, c.index from ${db.schema}.internal_transactions c
    where ${condition} and ${within(db.sql`c.block_number`)} ${order} ${reach}
  )`;
  const places =
    address === undefined
      ? part(db.sql`true`)
      : db.sql`
          ${part(db.sql`c.from_address = ${address}`)}
          union ${part(isReceiver(db, address))}`;
  return await db.sql<InternalTransactionRow[]>`
    with page as materialized (
      select * from (${places}) c ${order} ${taken}
    )
    select c.block_number, c.transaction_index, c.index, c.depth, c.type, c.from_address, c.to_address,
      c.created_contract, c.value, c.gas_limit, c.gas_used, c.input, c.output, c.error, c.is_undone,
      t.hash as transaction_hash, b.timestamp
    from page p
    join ${db.schema}.internal_transactions c on c.block_number = p.block_number
      and c.transaction_index = p.transaction_index and c.index = p.index
    join ${db.schema}.transactions t on t.block_number = c.block_number and t.index = c.transaction_index
    join ${db.schema}.blocks b on b.number = c.block_number
    ${order}`;
}
