import { positionsOfAddress } from '@/lib/api/transaction/query';
import type { Database } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';
import { cumulativeGas, type RangePage, rangeParts } from './range-query';

/** A mined transaction as lists by block range show it. */
export type RangeTransactionRow = Pick<
  Row<'transactions'>,
  | 'block_number'
  | 'index'
  | 'hash'
  | 'nonce'
  | 'from_address'
  | 'to_address'
  | 'created_contract'
  | 'value'
  | 'gas_limit'
  | 'gas_price'
  | 'gas_used'
  | 'status'
> & {
  block_hash: Buffer;
  timestamp: number;
  /** Of a transaction without status, from the traces: whether it failed; null when unknown. */
  has_failed: boolean | null;
  /** Null when it is not known, or those before it exhaust what one answer may add up. */
  cumulative_gas_used: string | null;
  /** Null when the inputs before it exhaust what one answer may hold. */
  input: Buffer | null;
};

const MAX_INPUT_BYTES = 4_000_000;

/** The transactions of an address in a range of blocks. */
export async function listRangeTransactions(
  db: Database,
  address: Buffer,
  page: RangePage,
): Promise<RangeTransactionRow[]> {
  const { way, within, reach, taken } = rangeParts(db, page);
  const places = positionsOfAddress(
    db,
    { address, role: undefined },
    {
      isBefore: db.sql`and ${within(db.sql`t.block_number`)}`,
      newest: db.sql`order by t.block_number ${way}, t.index ${way} ${reach}`,
    },
  );
  return await db.sql<RangeTransactionRow[]>`
    with page as materialized (
      select * from (${places}) places order by block_number ${way}, index ${way} ${taken}
    )
    select t.block_number, t.index, t.hash, b.hash as block_hash, b.timestamp, t.nonce, t.from_address, t.to_address,
      t.created_contract, t.value, t.gas_limit, coalesce(t.effective_gas_price, t.gas_price) as gas_price, t.gas_used,
      ${cumulativeGas(db, db.sql`order by t.block_number ${way}, t.index ${way}`)} as cumulative_gas_used,
      t.status, case when t.error is not null then true
        when t.has_error_in_internal_transactions is not null then false end as has_failed,
      case when sum(octet_length(t.input)) over (order by t.block_number ${way}, t.index ${way})
        - octet_length(t.input) <= ${MAX_INPUT_BYTES} then t.input end as input
    from page p
    join ${db.schema}.transactions t on t.block_number = p.block_number and t.index = p.index
    join ${db.schema}.blocks b on b.number = t.block_number
    order by t.block_number ${way}, t.index ${way}`;
}
