import type { TransactionPosition } from '@/lib/api/transaction/query';
import type { Database, Fragment } from '@/lib/db/open-database';

/** The newest `read` rows of the blocks from `from` on; of their ranking the first `limit`. */
export type Sample = Readonly<{ from: number; read: number; limit: number }>;

/** The time of the lowest block that was read, in seconds, where `read` was not enough for all rows; else null. */
type Since = Readonly<{ since: number | null }>;

/** A token, and how many transfers it had. */
export type TransferredToken = Since & Readonly<{ token_address: Buffer; transfers_count: number }>;

/** Tokens by transfers, most first. */
export async function listTransferredTokens(
  db: Database,
  { from, read, limit }: Sample,
): Promise<TransferredToken[]> {
  return await db.sql<TransferredToken[]>`
    with recent as materialized (
      select block_number, token_address from ${db.schema}.token_transfers where block_number >= ${from}
      order by block_number desc, transaction_index desc, log_index desc limit ${read}
    )
    select token_address, count(*)::integer as transfers_count, ${sinceOf(db, read)}
    from recent group by token_address order by 2 desc, 1 limit ${limit}`;
}

/** Where successful transactions with value are, the highest first. */
export async function listLargestTransactions(
  db: Database,
  { from, read, limit }: Sample,
): Promise<(TransactionPosition & Since)[]> {
  return await db.sql<(TransactionPosition & Since)[]>`
    with recent as materialized (
      select block_number, index, value, status from ${db.schema}.transactions where block_number >= ${from}
      order by block_number desc, index desc limit ${read}
    )
    select block_number, index, ${sinceOf(db, read)} from recent where value > 0 and status = 1
    order by value desc, block_number desc, index desc limit ${limit}`;
}

function sinceOf(db: Database, read: number): Fragment {
  return db.sql`(
    select b.timestamp from (select count(*) as rows, min(block_number) as lowest from recent) r
    join ${db.schema}.blocks b on b.number = r.lowest where r.rows = ${read}
  ) as since`;
}
