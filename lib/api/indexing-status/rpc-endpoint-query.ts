import type { Database } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';

/** The RPC endpoints of the indexer, in order of preference; none before its first run. */
export async function listRpcEndpoints(db: Database): Promise<Row<'rpc_endpoints'>[]> {
  return db.sql<Row<'rpc_endpoints'>[]>`select * from ${db.schema}.rpc_endpoints order by position`;
}
