import type { BlockRange } from '@/lib/api/block/query';
import type { Database } from '@/lib/db/open-database';

/** A withdrawal to an address: its index, decimal, and its amount in wei; the timestamp is in Unix seconds. */
export type PaidWithdrawal = Readonly<{
  block_number: number;
  index: string;
  amount: string;
  timestamp: number;
}>;

/** Withdrawals to an address in some blocks, newest first. */
export async function listWithdrawalsTo(
  db: Database,
  address: Buffer,
  page: {
    blocks: BlockRange;
    after: Pick<PaidWithdrawal, 'block_number' | 'index'> | undefined;
    limit: number;
  },
): Promise<PaidWithdrawal[]> {
  const { blocks, after, limit } = page;
  const isBehind =
    after === undefined
      ? db.sql``
      : db.sql`and (w.block_number, w.index) < (${after.block_number}::bigint, ${after.index}::numeric)`;
  const beyond = after === undefined ? blocks.beyond : after.block_number + 1;
  // Rows are compared, and the address is in the order, so that only its own index serves: by height alone, the
  // withdrawals of everybody since its last one would be read.
  return await db.sql<PaidWithdrawal[]>`
    select w.block_number, w.index, w.amount, b.timestamp from (
      select * from ${db.schema}.withdrawals w
      where (w.address, w.block_number) >= (${address}::bytea, ${blocks.first}::bigint)
        and (w.address, w.block_number) < (${address}::bytea, ${beyond}::bigint) ${isBehind}
      order by w.address desc, w.block_number desc, w.index desc limit ${limit}
    ) w join ${db.schema}.blocks b on b.number = w.block_number
    order by w.block_number desc, w.index desc`;
}
