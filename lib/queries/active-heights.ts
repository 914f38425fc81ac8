import type { Database, Fragment } from '@/lib/db/open-database';

/**
 * Condition (after others) that a height is between the first and the last at which an address has transactions or token
 * transfers: it leaves the partitions of that time. Nothing in a chain with plain tables, whose plans it would only
 * mislead: PostgreSQL takes a range with bounds that it does not know for one row in two hundred.
 */
export function andActive(db: Database, address: Buffer, height: Fragment): Fragment {
  const { sql, schema } = db;
  if (db.isPartitioned !== true) return sql``;
  // an address that is not known has no rows
  return sql`
    and ${height} >= (select first_seen_block from ${schema}.addresses where address = ${address})
    and ${height} <= (
      select greatest(c.last_block, s.last_blocks_since)
      from ${schema}.address_counts c cross join ${schema}.indexer_state s where c.address = ${address}
    )`;
}
