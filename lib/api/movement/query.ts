import { andInBlocks, type BlockRange } from '@/lib/api/block/query';
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
  return await db.sql<PaidWithdrawal[]>`
    select w.block_number, w.index, w.amount, b.timestamp from (
      select * from ${db.schema}.withdrawals w
      where w.address = ${address} ${andInBlocks(db, db.sql`w`, blocks)} ${isBehind}
      order by w.block_number desc, w.index desc limit ${limit}
    ) w join ${db.schema}.blocks b on b.number = w.block_number
    order by w.block_number desc, w.index desc`;
}
