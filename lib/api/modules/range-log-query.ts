import type { Database, Fragment } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';
import { type RangePage, rangeParts } from './range-query';

/** A log with its transaction's gas; the timestamp is Unix seconds. */
export type RangeLogRow = Omit<Row<'logs'>, 'data'> & {
  /** Null when the logs before it exhaust what one answer may hold. */
  data: Buffer | null;
  transaction_hash: Buffer;
  block_hash: Buffer;
  timestamp: number;
  gas_price: string | null;
  gas_used: string | null;
};

/** Topics by position, all of which logs must have, or any. */
export type TopicFilter = Readonly<{ topics: ReadonlyMap<0 | 1 | 2 | 3, Buffer>; isAny: boolean }>;

const MAX_DATA_BYTES = 4_000_000;
/** Logs of a range that are read for those with some topics. */
export const MAX_SCANNED_LOGS = 5_000;

/** The oldest logs of an address in a range of blocks. */
export async function listRangeLogs(
  db: Database,
  filter: TopicFilter & Readonly<{ address: Buffer }>,
  page: RangePage,
): Promise<RangeLogRow[]> {
  const { within, taken } = rangeParts(db, page);
  const order = db.sql`order by l.block_number, l.log_index`;
  const isOf = matchTopics(db, filter);
  const scan = filter.topics.size === 0 ? db.sql`` : db.sql`limit ${MAX_SCANNED_LOGS}`;
  const logs = db.sql`
    select l.* from ${db.schema}.logs l where l.address = ${filter.address} and ${within(db.sql`l.block_number`)}
    ${order} ${scan}`;
  return await db.sql<RangeLogRow[]>`
    with page as materialized (
      select * from (${logs}) l where ${isOf} ${order} ${taken}
    )
    select l.block_number, l.log_index, l.address, l.topic0, l.topic1, l.topic2, l.topic3,
      case when sum(octet_length(l.data)) over (${order}) - octet_length(l.data) <= ${MAX_DATA_BYTES}
        then l.data end as data,
      t.hash as transaction_hash, l.transaction_index, b.hash as block_hash, b.timestamp,
      coalesce(t.effective_gas_price, t.gas_price) as gas_price, t.gas_used
    from page l
    join ${db.schema}.transactions t on t.block_number = l.block_number and t.index = l.transaction_index
    join ${db.schema}.blocks b on b.number = l.block_number
    ${order}`;
}

/** Whether an address has more logs in a range of blocks than are read. */
export async function hasTooManyLogs(
  db: Database,
  address: Buffer,
  { from, to }: Pick<RangePage, 'from' | 'to'>,
): Promise<boolean> {
  const rows = await db.sql`
    select 1 from ${db.schema}.logs l
    where l.address = ${address} and l.block_number between ${from}::bigint and ${to}::bigint
    order by l.block_number, l.log_index limit 1 offset ${MAX_SCANNED_LOGS}`;
  return rows.length > 0;
}

function matchTopics(db: Database, { topics, isAny }: TopicFilter): Fragment {
  const columns = [db.sql`l.topic0`, db.sql`l.topic1`, db.sql`l.topic2`, db.sql`l.topic3`];
  const parts = [...topics].map(([at, topic]) => db.sql`${columns[at] ?? db.sql`null`} = ${topic}`);
  if (parts.length === 0) return db.sql`true`;
  const all = parts.reduce((one, other) =>
    isAny ? db.sql`${one} or ${other}` : db.sql`${one} and ${other}`,
  );
  return db.sql`(${all})`;
}
