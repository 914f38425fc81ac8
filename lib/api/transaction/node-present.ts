import { presentQuantity } from '@/lib/api/values';
import type { ListedTransaction } from '@/lib/endpoints/transaction';
import type { NodeTransaction } from '@/lib/rpc/mined-transaction';
import { pendingRecord, transactionRecord } from '@/lib/rpc/transaction-record';
import { presentPendingTransaction } from './pending-present';
import type { PendingTransactionRow } from './pending-query';
import { presentListedTransaction, type TransactionContext } from './present';
import type { TransactionRow } from './query';

/** The row of a transaction known to the node only, without what needs logs or traces. */
export function toRow({ transaction, mined }: NodeTransaction): TransactionRow | PendingTransactionRow {
  if (mined === null)
    return { ...pendingRecord(transaction, String), first_seen: null, left_at: null, replaced_by: null };
  const { blockNumber, receipt } = mined;
  const counts = { transfers: 0, fheOperations: 0 };
  const source = { blockNumber, transaction, receipt, trace: null, replay: undefined, counts };
  return Object.assign(transactionRecord(source, String), {
    block_hash: mined.blockHash,
    timestamp: mined.timestamp,
    base_fee_per_gas: presentQuantity(mined.baseFeePerGas),
    first_seen: null,
    looked_before: null,
  });
}

/** Presents a pending transaction, or one whose block is not indexed, with `is_pending_update`. */
export function presentUnindexedTransaction(
  row: TransactionRow | PendingTransactionRow,
  context: TransactionContext,
): ListedTransaction {
  if (!('block_number' in row)) return presentPendingTransaction(row, context);
  return {
    ...presentListedTransaction(row, context),
    token_transfers_count: null,
    is_pending_update: true,
  };
}
