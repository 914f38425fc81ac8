import type { Database } from '@/lib/db/open-database';

/** How far the index of a chain is: heights, whether the node gives traces, and totals. */
export type IndexerStateRow = {
  first_block: number;
  tip_number: number | null;
  remote_head: number | null;
  end_block: number | null;
  has_traces: boolean | null;
  /** Below this height calls are not indexed; null: they are everywhere. */
  internal_transactions_since: number | null;
  blocks_count: number;
  transactions_count: number;
  addresses_count: number;
};

/** How far the index is, or undefined before the indexer's first run. */
export async function findIndexerState(db: Database): Promise<IndexerStateRow | undefined> {
  const rows = await db.sql<IndexerStateRow[]>`
    select first_block, tip_number, remote_head, end_block, has_traces, internal_transactions_since,
      blocks_count, transactions_count, addresses_count
    from ${db.schema}.indexer_state`;
  return rows[0];
}
