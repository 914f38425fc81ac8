import { positionByHash } from '@/lib/api/transaction/query';
import type { Database } from '@/lib/db/open-database';
import type { InternalType } from '@/lib/evm/internal-types';

/** Coin moved by an internal transaction; wei as a decimal string. `is_new`: the caller was created in it too. */
export type CoinMoveRow = {
  type: InternalType;
  from_address: Buffer;
  to_address: Buffer;
  value: string;
  is_new: boolean;
};

/** Coin moves of a transaction's internal transactions that were not reverted, in order. */
export async function listInternalMoves(db: Database, hash: Buffer, limit: number): Promise<CoinMoveRow[]> {
  return await db.sql<CoinMoveRow[]>`
    select c.type, c.from_address, coalesce(c.to_address, c.created_contract) as to_address, c.value,
      c.type = 'selfdestruct' and exists (
        select from ${db.schema}.internal_transactions n
        where n.block_number = c.block_number and n.transaction_index = c.transaction_index
          and n.created_contract = c.from_address and not n.is_undone
      ) as is_new
    from ${positionByHash(db, hash)} p
    join ${db.schema}.internal_transactions c
      on c.block_number = p.block_number and c.transaction_index = p.index
    where c.index > 0 and c.value > 0 and not c.is_undone
      and coalesce(c.to_address, c.created_contract) is not null
    order by c.index limit ${limit}`;
}
