import type { Database } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';
import { positionByHash } from './query';

/** An internal transaction as far as failures go; `input` is the selector, `output` is null unless it failed. */
export type CallOutcomeRow = Pick<
  Row<'internal_transactions'>,
  'index' | 'depth' | 'type' | 'from_address' | 'to_address' | 'input' | 'output' | 'error'
>;

/** How many calls inside a transaction failed, or were reverted by one that did; 0 also when none is stored. */
export async function countFailedCalls(
  db: Database,
  { block_number, index }: Readonly<{ block_number: number; index: number }>,
): Promise<number> {
  const [row] = await db.sql<{ count: number }[]>`
    select count(*)::integer as count from ${db.schema}.internal_transactions
    where block_number = ${block_number} and transaction_index = ${index} and index > 0
      and (error is not null or is_undone)`;
  return row?.count ?? 0;
}

/** The internal transactions of a transaction in execution order, without its own call. */
export async function listCallOutcomes(db: Database, hash: Buffer, limit: number): Promise<CallOutcomeRow[]> {
  return await db.sql<CallOutcomeRow[]>`
    select c.index, c.depth, c.type, c.from_address, c.to_address, substr(c.input, 1, 4) as input, c.output, c.error
    from ${positionByHash(db, hash)} p
    join ${db.schema}.internal_transactions c
      on c.block_number = p.block_number and c.transaction_index = p.index
    where c.index > 0 order by c.index limit ${limit}`;
}
