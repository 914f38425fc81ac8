import { presentPriceNow, presentPriceThen } from '@/lib/api/price/present';
import { presentMilliseconds } from '@/lib/api/values';
import type { ListedTransaction } from '@/lib/endpoints/transaction';
import { bufferToHex } from '@/lib/evm/hex';
import { presentGas } from './gas-present';
import type { PendingTransactionRow } from './pending-query';
import { presentRequest, presentTypes, type TransactionContext } from './present';

const NO_RECEIPT = {
  gas_used: null,
  effective_gas_price: null,
  base_fee_per_gas: null,
  l1_fee: null,
  operator_fee: null,
  blob_gas_used: null,
  blob_gas_price: null,
};

/** Presents a transaction without a block: pending, or dropped. */
export function presentPendingTransaction(
  row: PendingTransactionRow,
  context: TransactionContext,
): ListedTransaction {
  const hasLeft = row.left_at !== null;
  const types = { ...row, created_contract: null, token_transfers_count: 0 };
  return {
    hash: bufferToHex(row.hash),
    status: hasLeft ? 'error' : null,
    result: hasLeft ? 'dropped/replaced' : 'pending',
    revert_reason: null,
    decoded_revert_reason: null,
    revert_reason_source: null,
    block_number: null,
    timestamp: null,
    position: null,
    confirmations: 0,
    confirmation_duration: [],
    first_seen_at: row.first_seen === null ? null : presentMilliseconds(row.first_seen),
    replaced_by: row.replaced_by === null ? null : bufferToHex(row.replaced_by),
    created_contract: null,
    ...presentRequest(row, context),
    ...presentGas({ ...row, ...NO_RECEIPT }),
    transaction_types: presentTypes(types, context),
    has_error_in_internal_transactions: null,
    actions: [],
    ...presentPriceNow(context.coinPrice ?? null),
    ...presentPriceThen(null),
    transaction_tag: null,
    fhe_operations_count: 0,
    token_transfers_count: 0,
    logs_count: 0,
    internal_transactions_count: null,
    is_pending_update: false,
    token_transfers: null,
    token_transfers_overflow: null,
    authorization_list: [],
  };
}
