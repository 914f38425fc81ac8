import type { Database, Fragment } from './open-database';

const MAX_HEIGHT = Number.MAX_SAFE_INTEGER;
/** What the index of hashes has of each. */
export const HASH_PREFIX_BYTES = 7;

/**
 * Columns of the newest transaction `t` with a hash. Where `transaction_heights` has all transactions, as in a chain with
 * partitions, only its heights are searched; the limit makes the planner bind them before it reads partitions.
 */
export function latestWithHash(db: Database, hash: Buffer | Fragment, columns: Fragment): Fragment {
  return db.sql`(
    select found.* from (
      select case when s.heights_from <= s.first_block then h.first else 0 end as first,
        case when s.heights_from <= s.first_block then h.last else ${MAX_HEIGHT}::bigint end as last
      from (
        select min(block_number) as first, max(block_number) as last
        from ${db.schema}.transaction_heights where prefix = substring(${hash}::bytea for 7)
      ) h
      left join ${db.schema}.indexer_state s on true
    ) reach
    cross join lateral (
      select ${columns} from ${db.schema}.transactions t
      where substring(t.hash for 7) = substring(${hash}::bytea for 7) and t.hash = ${hash}
        and t.block_number between reach.first and reach.last
      order by t.block_number desc, t.index desc limit 1
    ) found
  )`;
}
