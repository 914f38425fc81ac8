import type { ListedTransaction } from '@/lib/endpoints/transaction';
import type { PendingTransactionRow } from '@/lib/queries/pending-transaction';
import type { TransactionRow } from '@/lib/queries/transaction';
import type { Mined, NodeTransaction } from '@/lib/rpc/mined-transaction';
import type { SignedTransaction } from '@/lib/rpc/transaction';
import { presentPendingTransaction } from './pending-transaction';
import { presentListedTransaction, type TransactionContext } from './transaction';
import { presentQuantity } from './values';

/**
 * A transaction that the node alone tells of. When it is mined its block is not indexed: what follows from its logs and
 * traces is not known, and it says so by `is_pending_update`.
 */
export function presentNodeTransaction(
  { transaction, mined }: NodeTransaction,
  context: TransactionContext,
): ListedTransaction {
  if (mined === null) return presentPendingTransaction(toPendingRow(transaction), context);
  return {
    ...presentListedTransaction(toMinedRow(transaction, mined), context),
    token_transfers_count: null,
    is_pending_update: true,
  };
}

/** Whom the transaction mentions, as a row names them. */
export function partiesOf({ transaction, mined }: NodeTransaction) {
  const created = mined?.receipt.status === 1 ? mined.receipt.contractAddress : null;
  return { from_address: transaction.from, to_address: transaction.to, created_contract: created };
}

function toRequest(transaction: SignedTransaction) {
  return {
    hash: transaction.hash,
    type: transaction.type,
    from_address: transaction.from,
    to_address: transaction.to,
    nonce: String(transaction.nonce),
    value: String(transaction.value),
    input: transaction.input,
    gas_limit: String(transaction.gasLimit),
    max_fee_per_gas: presentQuantity(transaction.maxFeePerGas),
    max_priority_fee_per_gas: presentQuantity(transaction.maxPriorityFeePerGas),
    max_fee_per_blob_gas: presentQuantity(transaction.maxFeePerBlobGas),
    blob_versioned_hashes: transaction.blobVersionedHashes && [...transaction.blobVersionedHashes],
  };
}

function toPendingRow(transaction: SignedTransaction): PendingTransactionRow {
  return {
    ...toRequest(transaction),
    // the most it would pay: some nodes name another price while it waits
    gas_price: presentQuantity(transaction.maxFeePerGas ?? transaction.gasPrice),
    first_seen: null,
    left_at: null,
    replaced_by: null,
  };
}

function toMinedRow(transaction: SignedTransaction, mined: Mined): TransactionRow {
  const { receipt } = mined;
  return {
    ...toRequest(transaction),
    block_number: mined.blockNumber,
    block_hash: mined.blockHash,
    timestamp: mined.timestamp,
    base_fee_per_gas: presentQuantity(mined.baseFeePerGas),
    index: receipt.transactionIndex,
    created_contract: partiesOf({ transaction, mined }).created_contract,
    gas_price: presentQuantity(transaction.gasPrice),
    status: receipt.status,
    gas_used: presentQuantity(receipt.gasUsed),
    effective_gas_price: presentQuantity(receipt.effectiveGasPrice),
    blob_gas_used: presentQuantity(receipt.blobGasUsed),
    blob_gas_price: presentQuantity(receipt.blobGasPrice),
    l1_fee: presentQuantity(receipt.l1Fee),
    operator_fee: null,
    error: null,
    revert_output: null,
    revert_source: null,
    has_error_in_internal_transactions: null,
    internal_transactions_count: null,
    logs_count: receipt.logs.length,
    token_transfers_count: 0,
    fhe_operations_count: 0,
    first_seen: null,
    looked_before: null,
  };
}
