import type { Database } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';
import { positionByHash } from './query';

/** An internal transaction as far as failures go; `input` is the selector, `output` is null unless it failed. */
export type CallOutcomeRow = Pick<
  Row<'internal_transactions'>,
  'index' | 'depth' | 'to_address' | 'input' | 'output' | 'error'
>;

/** The internal transactions of a transaction in execution order, without its own call. */
export async function listCallOutcomes(db: Database, hash: Buffer, limit: number): Promise<CallOutcomeRow[]> {
  return await db.sql<CallOutcomeRow[]>`
    select c.index, c.depth, c.to_address, substr(c.input, 1, 4) as input, c.output, c.error
    from ${positionByHash(db, hash)} p
    join ${db.schema}.internal_transactions c
      on c.block_number = p.block_number and c.transaction_index = p.index
    where c.index > 0 order by c.index limit ${limit}`;
}
