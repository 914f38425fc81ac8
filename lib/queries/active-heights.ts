import type { Database, Fragment } from '@/lib/db/open-database';

const MAX_HEIGHT = Number.MAX_SAFE_INTEGER;

/**
 * Condition (after others) that a height is between the first and the last that an address has transactions or token
 * transfers at. In a chain with partitions it leaves those of the time when the address was active; in others it is true.
 */
export function andActive(db: Database, address: Buffer, height: Fragment): Fragment {
  const { sql, schema } = db;
  return sql`
    and ${height} >= coalesce((
      select case when s.heights_from is null then 0
        else coalesce((select first_seen_block from ${schema}.addresses where address = ${address}), ${MAX_HEIGHT}::bigint) end
      from ${schema}.indexer_state s
    ), 0)
    and ${height} <= coalesce((
      select case when s.heights_from is null then ${MAX_HEIGHT}::bigint
        else coalesce((
          select coalesce(c.last_block, s.last_blocks_since) from ${schema}.address_counts c where c.address = ${address}
        ), -1) end
      from ${schema}.indexer_state s
    ), ${MAX_HEIGHT}::bigint)`;
}
