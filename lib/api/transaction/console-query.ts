import type { Database } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';
import { CONSOLE } from '@/lib/evm/console-lines';

/** A call of `console.log`; `input` is cut, `input_size` its whole length. */
export type ConsoleCallRow = Pick<
  Row<'internal_transactions'>,
  'index' | 'from_address' | 'input' | 'input_size'
>;

/** The calls of a transaction to the console in execution order. */
export async function listConsoleCalls(
  db: Database,
  { block_number, index }: Readonly<{ block_number: number; index: number }>,
  limit: number,
): Promise<ConsoleCallRow[]> {
  return await db.sql<ConsoleCallRow[]>`
    select index, from_address, input, input_size from ${db.schema}.internal_transactions
    where coalesce(to_address, created_contract) = ${CONSOLE}
      and block_number = ${block_number} and transaction_index = ${index}
    order by index limit ${limit}`;
}
