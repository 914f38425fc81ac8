import { readBoundedScan } from '@/lib/api/lists/bounded-scan-query';
import type { Database, Fragment } from '@/lib/db/open-database';
import { selectTransactions, type TransactionPosition, type TransactionRow } from './query';

/** Transactions with operations that are read per call. */
const SCANNED = 500;

type Page = Readonly<{
  /** FHE operations that a transaction has at least, 1 or more. */
  least: number;
  before: TransactionPosition | undefined;
  limit: number;
  isOldestFirst: boolean;
  isBlob: boolean;
}>;

/**
 * Transactions with so many FHE operations before a position, newest first, or after it, oldest first. A bounded scan:
 * continue at `scannedTo`, undefined at the end.
 */
export async function listTransactionsByFheCount(
  db: Database,
  page: Page,
): Promise<{ rows: TransactionRow[]; scannedTo: TransactionPosition | undefined }> {
  const size = page.least === 1 && !page.isBlob ? page.limit : SCANNED;
  const direction = page.isOldestFirst ? db.sql`asc` : db.sql`desc`;
  const sorting = db.sql`block_number ${direction}, index ${direction}`;
  // `offset 0` makes the planner look up each transaction.
  const lookUp = (of: string) => db.sql`cross join lateral (
    select * from ${db.schema}.transactions x
    where x.block_number = ${db.sql(of)}.block_number and x.index = ${db.sql(of)}.index offset 0
  ) t`;
  return readBoundedScan<TransactionRow, TransactionPosition>(db, {
    scanned: db.sql`
      with recursive ${walkFheTransactions(db, { ...page, size })}
      select f.block_number, f.index,
        t.fhe_operations_count >= ${page.least} ${page.isBlob ? db.sql`and t.type = 3` : db.sql``} as is_match
      from found f ${lookUp('f')}`,
    size,
    found: selectTransactions(
      db,
      db.sql`(
        select t.* from (
          select block_number, index from scanned where is_match order by ${sorting} limit ${page.limit}
        ) p ${lookUp('p')}
      )`,
    ),
    position: db.sql`block_number, index`,
    sorting,
  });
}

/**
 * The table expression `found` of `with recursive`: positions of transactions with operations, optionally with some of one
 * caller, before a position or after it. One probe of the index each, however many operations it has.
 */
export function walkFheTransactions(
  db: Database,
  page: Pick<Page, 'before' | 'isOldestFirst'> & Readonly<{ size: number; caller?: Buffer | undefined }>,
): Fragment {
  const { before, size } = page;
  const [direction, comparison] = page.isOldestFirst ? [db.sql`asc`, db.sql`>`] : [db.sql`desc`, db.sql`<`];
  const isOf = page.caller === undefined ? db.sql`true` : db.sql`o.caller = ${page.caller}`;
  const next = (isNext: Fragment) => db.sql`
    select o.block_number, o.transaction_index as index from ${db.schema}.fhe_operations o where ${isOf} and ${isNext}
    order by o.block_number ${direction}, o.transaction_index ${direction} limit 1`;
  const isFirst = before
    ? db.sql`(o.block_number, o.transaction_index) ${comparison} (${before.block_number}::bigint, ${before.index}::integer)
        and o.block_number ${comparison}= ${before.block_number}::bigint`
    : db.sql`true`;
  return db.sql`found as (
    select first.*, 1 as place from (${next(isFirst)}) first
    union all
    select o.*, f.place + 1 from found f cross join lateral (${next(db.sql`
      (o.block_number, o.transaction_index) ${comparison} (f.block_number, f.index)
        and o.block_number ${comparison}= f.block_number`)}) o
    where f.place < ${size}
  )`;
}
