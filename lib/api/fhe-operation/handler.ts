import { toAddressMap } from '@/lib/api/address/mention-loader';
import { implement } from '@/lib/api/implement';
import { emptyIfPending } from '@/lib/api/transaction/pending-loader';
import { listTransactionFheOperations } from '@/lib/endpoints/fhe-operation';
import { hexToBuffer } from '@/lib/evm/hex';
import { sumOperations } from '@/lib/fhe/hcu';
import { presentFheOperation } from './present';
import { findTransactionFheOperations } from './query';

const NONE = { items: [], total_hcu: 0, max_depth_hcu: 0, operation_count: 0 };

/** GET /transactions/{hash}/fhe-operations. */
export const fheOperationsOperation = implement(
  listTransactionFheOperations,
  async ({ params, ...context }) => {
    const { db } = context;
    const hash = hexToBuffer(params.transaction_hash_param);
    const found = await findTransactionFheOperations(db, hash);
    if (!found) return emptyIfPending(context, hash, () => NONE);
    const rows = found.operations;
    const addresses = await toAddressMap(db, found.callers);
    const totals = sumOperations(rows.map((row) => ({ hcuCost: row.hcu_cost, hcuDepth: row.hcu_depth })));
    return {
      items: rows.map((row) => presentFheOperation(row, addresses)),
      total_hcu: totals.totalHcu,
      max_depth_hcu: totals.maxDepthHcu,
      operation_count: totals.operationCount,
    };
  },
);
