import type { Database, Fragment } from '@/lib/db/open-database';

/** A part of a list: blocks (both ends in it), rows to skip and to take, from its oldest or its newest end. */
export type RangePage = Readonly<{
  from: number;
  to: number;
  skip: number;
  limit: number;
  isOldestFirst: boolean;
}>;

/** A page as SQL: the order of its end, the blocks it lies in, how far a part of the list is read, what is taken. */
export function rangeParts(db: Database, page: RangePage) {
  const way = page.isOldestFirst ? db.sql`asc` : db.sql`desc`;
  const within = (height: Fragment) => db.sql`${height} between ${page.from}::bigint and ${page.to}::bigint`;
  const reach = db.sql`limit ${page.skip + page.limit}`;
  const taken = db.sql`offset ${page.skip} limit ${page.limit}`;
  return { way, within, reach, taken };
}
