import type { Database, Fragment } from '@/lib/db/open-database';

/** A part of a list: inclusive blocks, rows to skip and to take, from the oldest or the newest end. */
export type RangePage = Readonly<{
  from: number;
  to: number;
  skip: number;
  limit: number;
  isOldestFirst: boolean;
}>;

/** A page as SQL: the order, the block condition, how far one index scan is read, and what is taken of them all. */
export function rangeParts(db: Database, page: RangePage) {
  const way = page.isOldestFirst ? db.sql`asc` : db.sql`desc`;
  const within = (height: Fragment) => db.sql`${height} between ${page.from}::bigint and ${page.to}::bigint`;
  const reach = db.sql`limit ${page.skip + page.limit}`;
  const taken = db.sql`offset ${page.skip} limit ${page.limit}`;
  return { way, within, reach, taken };
}

/** Transactions whose gas is added up for one answer: one at place 300 of its block needs 301 of them. */
const MAX_SUMMED = 300_000;

/**
 * Gas used in the block up to and with transaction `t`, where it is known of all of them; null once the rows before in
 * this order exhaust what one answer may add up.
 */
export function cumulativeGas(db: Database, order: Fragment): Fragment {
  return db.sql`
    case when sum(t.index + 1) over (${order} rows unbounded preceding) <= ${MAX_SUMMED} then (
      select case when count(before.gas_used) = t.index + 1 then sum(before.gas_used)::text end
      from ${db.schema}.transactions before where before.block_number = t.block_number and before.index <= t.index
    ) end`;
}
