import type { Database, Fragment } from '@/lib/db/open-database';

/**
 * Further condition that a height lies between the first and the last at which an address has transactions or token
 * transfers, so that only the partitions of that span are read. Empty for plain tables, whose plans it would mislead:
 * PostgreSQL estimates a range with unknown bounds at one row in two hundred.
 */
export function andActive(db: Database, address: Buffer, height: Fragment): Fragment {
  const { sql, schema } = db;
  if (db.isPartitioned !== true) return sql``;
  // an unknown address has no rows
  return sql`
    and ${height} >= (select first_seen_block from ${schema}.addresses where address = ${address})
    and ${height} <= (
      select greatest(c.last_block, s.last_blocks_since)
      from ${schema}.address_counts c cross join ${schema}.indexer_state s where c.address = ${address}
    )`;
}
