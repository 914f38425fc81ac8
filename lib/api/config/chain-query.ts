import type { Sql } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';

/** A served chain. */
export type ChainRow = Pick<Row<'chains'>, 'chain_id' | 'name' | 'symbol' | 'is_demo'>;

/** Served chains in order; the first is the default. */
export async function listServedChains(sql: Sql): Promise<ChainRow[]> {
  return await sql<ChainRow[]>`
    select chain_id, name, symbol, is_demo from gateway.chains where is_served order by position, chain_id`;
}
