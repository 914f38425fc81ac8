import type { Database } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';

/** A withdrawal with its block's time; quantities are decimal strings, the amount is in wei. */
export type WithdrawalRow = Omit<Row<'withdrawals'>, 'position'> & { timestamp: number };

/** Withdrawals below an index, newest first, optionally of a block or to an address. */
export async function listWithdrawals(
  db: Database,
  scope: Readonly<{ block?: number; address?: Buffer }>,
  page: { below: string | undefined; limit: number },
): Promise<WithdrawalRow[]> {
  const { below, limit } = page;
  const ofBlock = scope.block === undefined ? db.sql`` : db.sql`and w.block_number = ${scope.block}`;
  const ofAddress = scope.address === undefined ? db.sql`` : db.sql`and w.address = ${scope.address}`;
  const isBelow = below === undefined ? db.sql`` : db.sql`and w.index < ${below}::numeric`;
  return await db.sql<WithdrawalRow[]>`
    select w.index, w.validator_index, w.block_number, w.address, w.amount, b.timestamp
    from (
      select * from ${db.schema}.withdrawals w where true ${ofBlock} ${ofAddress} ${isBelow}
      order by w.index desc limit ${limit}
    ) w
    join ${db.schema}.blocks b on b.number = w.block_number
    order by w.index desc`;
}

/** Counts the withdrawals of an address, up to `limit`. */
export async function countAddressWithdrawals(db: Database, address: Buffer, limit: number): Promise<number> {
  const rows = await db.sql<{ count: number }[]>`
    select count(*)::integer as count from (
      select 1 from ${db.schema}.withdrawals where address = ${address} order by index desc limit ${limit}
    ) w`;
  return rows[0]?.count ?? 0;
}

/** Number of withdrawals and their sum in wei. */
export async function getWithdrawalTotals(db: Database): Promise<{ count: number; sum: string }> {
  const rows = await db.sql<{ count: number; sum: string }[]>`
    select withdrawals_count as count, withdrawals_sum as sum from ${db.schema}.indexer_state`;
  return rows[0] ?? { count: 0, sum: '0' };
}
