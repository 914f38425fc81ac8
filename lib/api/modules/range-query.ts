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
