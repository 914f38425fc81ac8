import { coinAsset, type PriceRow, priceNow } from '@/lib/api/price/query';
import type { Database } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';

/** Indexing state; internal transactions are indexed from `internal_transactions_since`, if null everywhere. */
export type IndexerStateRow = Row<'indexer_state'> & {
  /** The price of the coin now. */
  coin_price: PriceRow | null;
  /** When the chain of a development node last began again, or went back to a block; null for any other chain. */
  development: Pick<Row<'development'>, 'reset_at' | 'reset_to'> | null;
};

/** The indexing state, or undefined before the indexer's first run. */
export async function findIndexerState(db: Database): Promise<IndexerStateRow | undefined> {
  const rows = await db.sql<IndexerStateRow[]>`
    select s.*, ${priceNow(db, coinAsset(db))} as coin_price,
      (select json_build_object('reset_at', reset_at, 'reset_to', reset_to) from ${db.schema}.development) as development
    from ${db.schema}.indexer_state s`;
  return rows[0];
}

/** Indexed blocks still without internal transactions, counted up to `limit`. */
export async function countTraceBacklog(db: Database, limit: number): Promise<number> {
  const rows = await db.sql<{ blocks: number }[]>`
    select count(*)::integer as blocks from (select from ${db.schema}.trace_backlog limit ${limit}) b`;
  return rows[0]?.blocks ?? 0;
}

/** How fast the index last grew on its way to the head; undefined before that was measured. */
export async function findIndexingSpeed(db: Database): Promise<Row<'indexing_speed'> | undefined> {
  const rows = await db.sql<Row<'indexing_speed'>[]>`select * from ${db.schema}.indexing_speed`;
  return rows[0];
}
