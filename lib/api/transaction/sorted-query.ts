import type { Database, Fragment } from '@/lib/db/open-database';
import { type AddressRole, positionsOfAddress, selectTransactions, type TransactionRow } from './query';

/** Sort key in wei. */
export type SortKey = 'value' | 'fee';
/** A transaction and its sort key, a decimal integer. */
export type SortedTransactionRow = TransactionRow & { sorted_by: string };
/** Position in a list sorted by value or fee. */
export type SortedPosition = Readonly<{ sortedBy: string; block_number: number; index: number }>;

/** An address's transactions by value or fee (unknown: 0). Reads them all: only for addresses with few. */
export async function listSortedTransactions(
  db: Database,
  address: Buffer,
  page: {
    key: SortKey;
    role: AddressRole;
    after: SortedPosition | undefined;
    limit: number;
    isLeastFirst: boolean;
  },
): Promise<SortedTransactionRow[]> {
  const { after, limit } = page;
  const [direction, comparison] = page.isLeastFirst ? [db.sql`asc`, db.sql`>`] : [db.sql`desc`, db.sql`<`];
  const isAfterCursor =
    after === undefined
      ? db.sql`true`
      : db.sql`(sorted_by, block_number, index) ${comparison}
          (${after.sortedBy}::numeric, ${after.block_number}::bigint, ${after.index}::integer)`;
  return await db.sql<SortedTransactionRow[]>`
    with sorted as materialized (
      select * from (
        select t.block_number, t.index, ${keyOf(db, page.key)} as sorted_by
        from (${positionsOfAddress(db, { address, role: page.role })}) p
        join ${db.schema}.transactions t on t.block_number = p.block_number and t.index = p.index
        join ${db.schema}.blocks b on b.number = t.block_number
      ) keyed
      where ${isAfterCursor}
      order by sorted_by ${direction}, block_number ${direction}, index ${direction} limit ${limit}
    )
    select found.*, sorted.sorted_by from sorted cross join lateral (
      ${selectTransactions(db)} where t.block_number = sorted.block_number and t.index = sorted.index
    ) found
    order by sorted.sorted_by ${direction}, sorted.block_number ${direction}, sorted.index ${direction}`;
}

/** Same formula as lib/evm/fees.ts. */
function keyOf(db: Database, key: SortKey): Fragment {
  if (key === 'value') return db.sql`t.value`;
  const eip1559 = db.sql`
    case when t.max_priority_fee_per_gas is not null and t.max_fee_per_gas is not null
      then least(t.max_priority_fee_per_gas, t.max_fee_per_gas - b.base_fee_per_gas) + b.base_fee_per_gas end`;
  return db.sql`coalesce(
    case when t.gas_used is null then t.gas_price * t.gas_limit
      else coalesce(t.effective_gas_price, t.gas_price, ${eip1559}) * t.gas_used
    end + coalesce(t.l1_fee, 0) + coalesce(t.operator_fee, 0), 0)`;
}
