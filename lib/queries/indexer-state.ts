import type { Database } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';

/**
 * How far the index of a chain is: heights, whether the node gives traces, and totals. Below
 * `internal_transactions_since` calls are not indexed; null: they are everywhere.
 */
export type IndexerStateRow = Row<'indexer_state'>;

/** How far the index is, or undefined before the indexer's first run. */
export async function findIndexerState(db: Database): Promise<IndexerStateRow | undefined> {
  const rows = await db.sql<IndexerStateRow[]>`select * from ${db.schema}.indexer_state`;
  return rows[0];
}
