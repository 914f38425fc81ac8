import type { Database } from '@/lib/db/open-database';
import { positionByHash } from './transaction';

/** Coins moved by an internal transaction; wei as a decimal string. */
export type CoinMoveRow = { from_address: Buffer; to_address: Buffer; value: string };

/** Coin moves of a transaction's internal transactions that were not reverted, in order. */
export async function listInternalMoves(db: Database, hash: Buffer, limit: number): Promise<CoinMoveRow[]> {
  return await db.sql<CoinMoveRow[]>`
    select c.from_address, coalesce(c.to_address, c.created_contract) as to_address, c.value
    from ${positionByHash(db, hash)} p
    join ${db.schema}.internal_transactions c
      on c.block_number = p.block_number and c.transaction_index = p.index
    where c.index > 0 and c.value > 0 and not c.is_undone
      and coalesce(c.to_address, c.created_contract) is not null
    order by c.index limit ${limit}`;
}
