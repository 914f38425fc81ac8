import { readBoundedScan } from '@/lib/api/lists/bounded-scan-query';
import { type WithMentioned, withMentioned } from '@/lib/api/lists/mentioned-query';
import { positionByHash } from '@/lib/api/transaction/query';
import { toArrayLiteral } from '@/lib/db/array-literal';
import { limitRows } from '@/lib/db/limit-rows';
import type { Database, Fragment } from '@/lib/db/open-database';
import { readRows } from '@/lib/db/read-rows';
import type { Row } from '@/lib/db/tables';

/** A log with its transaction and block; the timestamp is in Unix seconds. */
export type LogRow = Omit<Row<'logs'>, 'data'> & {
  /** Null when the preceding logs exhaust the page's data limit. */
  data: Buffer | null;
  transaction_hash: Buffer;
  block_hash: Buffer;
  timestamp: number;
};

/** Position of a log in the chain. */
export type LogPosition = { block_number: number; index: number };

const MAX_DATA_BYTES = 2_000_000;

/** A filter of logs: of this contract, with one of these first topics. */
export type LogFilter = Readonly<{ address: Buffer | undefined; topics: readonly Buffer[] | undefined }>;

/** The logs of a transaction after a log index, in order. */
export async function listTransactionLogs(
  db: Database,
  { hash, address, topics }: LogFilter & { hash: Buffer },
  page: { after: number; limit: number },
): Promise<LogRow[]> {
  const ofAddress = address === undefined ? db.sql`` : db.sql`and l.address = ${address}`;
  const ofTopics =
    topics === undefined ? db.sql`` : db.sql`and l.topic0 = any(${toArrayLiteral(topics)}::bytea[])`;
  const logs = db.sql`
    select l.* from ${positionByHash(db, hash)} p
    join ${db.schema}.logs l on l.block_number = p.block_number and l.transaction_index = p.index
    where l.log_index > ${page.after} ${ofAddress} ${ofTopics}
    order by l.log_index limit ${page.limit}`;
  return await db.sql<LogRow[]>`${logRows(db, logs, db.sql`l.log_index`)}`;
}

/** The logs of an address before a position, newest first, with what they mention. */
export async function listAddressLogs(
  db: Database,
  address: Buffer,
  page: { before: LogPosition | undefined; limit: number },
): Promise<(LogRow & WithMentioned)[]> {
  const isBefore = andBefore(db, page.before);
  const logs = db.sql`
    select l.* from ${db.schema}.logs l where l.address = ${address} ${isBefore}
    order by l.block_number desc, l.log_index desc ${limitRows(db, page.limit)}`;
  return readRows<LogRow & WithMentioned>(
    withMentioned(db, 'logs', {
      rows: logRows(db, logs, db.sql`l.block_number desc, l.log_index desc`),
      order: db.sql`page.block_number desc, page.log_index desc`,
    }),
  );
}

const MAX_SCANNED = 5_000;

/** Logs of an address by first topic, newest first. A bounded scan: continue at `scannedTo`, undefined at the end. */
export async function listAddressLogsOfTopic(
  db: Database,
  emitter: Readonly<{ address: Buffer; topic: Buffer }>,
  page: { before: LogPosition | undefined; limit: number },
): Promise<{ rows: LogRow[]; scannedTo: LogPosition | undefined }> {
  const sorting = db.sql`block_number desc, log_index desc`;
  const matching = db.sql`
    select l.* from scanned s join ${db.schema}.logs l using (block_number, log_index)
    where s.topic0 = ${emitter.topic}
    order by l.block_number desc, l.log_index desc limit ${page.limit}`;
  return await readBoundedScan<LogRow, LogPosition>(db, {
    scanned: db.sql`
      select l.block_number, l.log_index, l.topic0 from ${db.schema}.logs l
      where l.address = ${emitter.address} ${andBefore(db, page.before)}
      order by l.block_number desc, l.log_index desc limit ${MAX_SCANNED}`,
    size: MAX_SCANNED,
    found: logRows(db, matching, db.sql`l.block_number desc, l.log_index desc`),
    position: db.sql`block_number, log_index as index`,
    sorting,
  });
}

function andBefore(db: Database, before: LogPosition | undefined): Fragment {
  return before === undefined
    ? db.sql``
    : db.sql`and (l.block_number, l.log_index) < (${before.block_number}::bigint, ${before.index}::integer)
        and l.block_number <= ${before.block_number}::bigint`;
}

/** Logs with their transactions and blocks; of their data, what the limit allows. */
function logRows(db: Database, logs: Fragment, order: Fragment): Fragment {
  return db.sql`
    with page as materialized (${logs})
    select l.block_number, l.transaction_index, l.log_index, l.address, l.topic0, l.topic1, l.topic2, l.topic3,
      case when sum(octet_length(l.data)) over (order by ${order}) - octet_length(l.data) <= ${MAX_DATA_BYTES}
        then l.data end as data,
      t.hash as transaction_hash, b.hash as block_hash, b.timestamp
    from page l
    join ${db.schema}.transactions t on t.block_number = l.block_number and t.index = l.transaction_index
    join ${db.schema}.blocks b on b.number = l.block_number
    order by ${order}`;
}
