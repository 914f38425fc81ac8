import { hexToBuffer } from '@/lib/evm/hex';
import { sumOperations } from '@/lib/fhe/hcu';
import { listTransactionFheOperations as queryFheOperations } from '@/lib/queries/fhe-operation';
import { findTransactionPosition } from '@/lib/queries/transaction';
import { listTransactionFheOperations } from '@/lib/spec/fhe-operation';
import { implement } from '../implement';
import { presentFheOperation } from '../present/fhe-operation';
import { loadAddressBook } from './books';
import { emptyIfKnown } from './pending-transaction';

const NONE = { items: [], total_hcu: 0, max_depth_hcu: 0, operation_count: 0 };

/** GET /transactions/{hash}/fhe-operations. */
export const fheOperationsOperation = implement(
  listTransactionFheOperations,
  async ({ params, ...context }) => {
    const { db } = context;
    const hash = hexToBuffer(params.transaction_hash_param);
    const [position, rows] = await Promise.all([
      findTransactionPosition(db, hash),
      queryFheOperations(db, hash),
    ]);
    if (!position) return emptyIfKnown(context, hash, () => NONE);
    const addresses = await loadAddressBook(
      db,
      rows.map((row) => row.caller),
    );
    const totals = sumOperations(rows.map((row) => ({ hcuCost: row.hcu_cost, hcuDepth: row.hcu_depth })));
    return {
      items: rows.map((row) => presentFheOperation(row, addresses)),
      total_hcu: totals.totalHcu,
      max_depth_hcu: totals.maxDepthHcu,
      operation_count: totals.operationCount,
    };
  },
);
