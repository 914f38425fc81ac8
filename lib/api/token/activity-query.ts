import { readBoundedScan } from '@/lib/api/lists/bounded-scan-query';
import type { Database } from '@/lib/db/open-database';

/** Transfer events of a day and its newest block; `day` is UTC, as in `2026-11-20`. */
export type DayTransfers = Readonly<{ block_number: number; day: string; transfers: number }>;

/** Position of a transfer event in the chain. */
export type EventPosition = Readonly<{ block_number: number; log_index: number }>;

/** The transfers of a token by day among the `limit` before a position, newest first, and where those end. */
export async function countTransfersByDay(
  db: Database,
  token: Buffer,
  { before, limit }: Readonly<{ before: EventPosition | undefined; limit: number }>,
): Promise<{ days: DayTransfers[]; end: EventPosition | undefined }> {
  const isBefore =
    before === undefined
      ? db.sql``
      : db.sql`and (block_number, log_index) < (${before.block_number}::bigint, ${before.log_index}::integer)`;
  const scanned = db.sql`
    select block_number, log_index from ${db.schema}.token_transfers
    where token_address = ${token} ${isBefore} order by block_number desc, log_index desc limit ${limit}`;
  // `offset 0` makes the planner look up each block.
  const { rows, scannedTo } = await readBoundedScan<DayTransfers, EventPosition>(db, {
    scanned,
    size: limit,
    found: db.sql`
      select max(c.block_number) as block_number, to_char('1970-01-01'::date + b.day::integer, 'YYYY-MM-DD') as day,
        sum(c.transfers)::integer as transfers
      from (
        select block_number, count(*) as transfers from scanned group by block_number
      ) c cross join lateral (
        select timestamp / 86400 as day from ${db.schema}.blocks where number = c.block_number offset 0
      ) b
      group by b.day`,
    position: db.sql`block_number, log_index`,
    sorting: db.sql`block_number desc, log_index desc`,
  });
  return { days: rows, end: scannedTo };
}
