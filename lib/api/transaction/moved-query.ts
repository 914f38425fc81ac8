import type { TokenTransferRow } from '@/lib/api/token-transfer/query';
import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';
import type { TransactionPosition, TransactionRow } from './query';

/** What a transaction moved, as far as one transfer tells it; of several token IDs the first. */
export type MovedRow = TransactionPosition &
  Pick<TokenTransferRow, 'token_address' | 'token_type' | 'encrypted_amount' | 'token_id' | 'value'>;

/** Transfers of a transaction that are looked at. */
const MAX_TRANSFERS = 50;

/**
 * A transfer of each transaction that moved tokens and no coin of its own: the first one from its sender, else the first
 * one to its sender, else the first.
 */
export async function listMoved(db: Database, rows: readonly TransactionRow[]): Promise<MovedRow[]> {
  const moving = rows.filter((row) => row.value === '0' && row.token_transfers_count > 0);
  if (moving.length === 0) return [];
  const { sql, schema } = db;
  return await sql<MovedRow[]>`
    select g.block_number, g.index, e.token_address, e.token_type, e.encrypted_amount,
      e.token_ids[1]::text as token_id, coalesce(e.amount, e.amounts[1])::text as value
    from unnest(
      ${toArrayLiteral(moving.map(({ block_number }) => block_number))}::bigint[],
      ${toArrayLiteral(moving.map(({ index }) => index))}::integer[],
      ${toArrayLiteral(moving.map(({ from_address }) => from_address))}::bytea[]
    ) as g (block_number, index, sender)
    cross join lateral (
      select * from (
        select * from ${schema}.token_transfers t
        where t.block_number = g.block_number and t.transaction_index = g.index
        order by t.log_index limit ${MAX_TRANSFERS}
      ) t
      order by t.from_address = g.sender desc, t.to_address = g.sender desc, t.log_index limit 1
    ) e`;
}
