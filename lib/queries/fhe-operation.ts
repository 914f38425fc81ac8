import type { Database } from '@/lib/db/open-database';
import { positionByHash } from './transaction';

/** One FHE operation; `operands` in the order of its event, costs in HCU. */
export type FheOperationRow = {
  block_number: number;
  log_index: number;
  caller: Buffer | null;
  operation: string;
  fhe_type: string;
  is_scalar: boolean;
  operands: Buffer[];
  plaintext: string | null;
  result: Buffer;
  hcu_cost: number;
  hcu_depth: number;
};

/** The FHE operations of a transaction, by log index. */
export async function listTransactionFheOperations(db: Database, hash: Buffer): Promise<FheOperationRow[]> {
  return await db.sql<FheOperationRow[]>`
    select o.block_number, o.log_index, o.caller, o.operation, o.fhe_type, o.is_scalar, o.operands, o.plaintext,
      o.result, o.hcu_cost, o.hcu_depth
    from ${positionByHash(db, hash)} t
    join ${db.schema}.fhe_operations o on o.block_number = t.block_number and o.transaction_index = t.index
    order by o.log_index`;
}
