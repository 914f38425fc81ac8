import type { Database } from '@/lib/db/open-database';

/** Bytes per transaction of the chain in a table and its indexes. */
export type TableSize = { name: string; table: number; indexes: number };

export async function measureSizes(db: Database, transactions: number): Promise<TableSize[]> {
  return await db.sql<TableSize[]>`
    select relname as name, pg_table_size(oid)::float8 / ${transactions} as table,
      pg_indexes_size(oid)::float8 / ${transactions} as indexes
    from pg_class where relkind = 'r' and relnamespace = ${`chain_${db.chainId}`}::regnamespace
    order by pg_total_relation_size(oid) desc`;
}
