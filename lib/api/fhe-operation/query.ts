import { type AddressRow, joinContracts, selectFacts } from '@/lib/api/address/facts-query';
import { positionByHash } from '@/lib/api/transaction/query';
import { readJsonRows } from '@/lib/db/json-rows';
import type { Database } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';

/** An FHE operation; `operands` in event order, costs in HCU. */
export type FheOperationRow = Omit<Row<'fhe_operations'>, 'transaction_index'>;

/** The FHE operations of a transaction by log index, and their callers. */
export type TransactionFheOperations = Readonly<{
  operations: readonly FheOperationRow[];
  callers: readonly AddressRow[];
}>;

/** The FHE operations of a transaction, or undefined when it is unknown. */
export async function findTransactionFheOperations(
  db: Database,
  hash: Buffer,
): Promise<TransactionFheOperations | undefined> {
  const operations = db.sql`
    select o.block_number, o.log_index, o.caller, o.operation, o.fhe_type, o.is_scalar, o.operands,
      o.plaintext::text, o.result, o.hcu_cost, o.hcu_depth
    from ${db.schema}.fhe_operations o
    where o.block_number = t.block_number and o.transaction_index = t.index
    order by o.log_index`;
  const rows = await db.sql<{ operations: string | null; callers: string }[]>`
    select given.operations, ${selectFacts(db, db.sql`given.callers`)}::text as callers
    from ${positionByHash(db, hash)} t
    cross join lateral (
      select json_agg(o)::text as operations, array_agg(o.caller) as callers from (${operations}) o
    ) given`;
  return (
    rows[0] && {
      operations: readJsonRows<FheOperationRow>(rows[0].operations),
      callers: joinContracts(JSON.parse(rows[0].callers)),
    }
  );
}

const MAX_PRODUCERS = 5;

/** The newest five transactions with an operation that produced a handle, with the time of their block in Unix seconds. */
export async function findProducers(
  db: Database,
  handle: Buffer,
): Promise<{ hash: Buffer; timestamp: number }[]> {
  return await db.sql<{ hash: Buffer; timestamp: number }[]>`
    select t.hash, b.timestamp
    from (
      select distinct block_number, transaction_index from ${db.schema}.fhe_operations
      where result = ${handle} order by block_number desc, transaction_index desc limit ${MAX_PRODUCERS}
    ) o
    join ${db.schema}.transactions t on t.block_number = o.block_number and t.index = o.transaction_index
    join ${db.schema}.blocks b on b.number = o.block_number
    order by o.block_number desc, o.transaction_index desc`;
}
