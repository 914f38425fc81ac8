import { selectTransactions, type TransactionRow } from '@/lib/api/transaction/query';
import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';

/** The transactions at these places, each once; missing ones are left out. */
export async function findTransactionsAt(
  db: Database,
  places: readonly Readonly<{ block_number: number; transaction_index: number }>[],
): Promise<TransactionRow[]> {
  if (places.length === 0) return [];
  const heights = toArrayLiteral(places.map(({ block_number }) => block_number));
  const indexes = toArrayLiteral(places.map(({ transaction_index }) => transaction_index));
  return await db.sql<TransactionRow[]>`
    ${selectTransactions(
      db,
      db.sql`(
        select x.* from (
          select distinct p.block_number, p.index
          from unnest(${heights}::bigint[], ${indexes}::integer[]) p (block_number, index)
        ) p
        cross join lateral (
          select * from ${db.schema}.transactions where block_number = p.block_number and index = p.index offset 0
        ) x
      )`,
    )}`;
}
