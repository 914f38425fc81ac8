import type { RpcTransaction } from '@/lib/rpc/block';
import type { RpcReceipt } from '@/lib/rpc/receipt';
import type { TransactionTrace } from '@/lib/rpc/traces';
import type { TransactionRow } from './rows';

/** What the node says of one transaction; `replay` is what it returned when it was called again. */
export type TransactionSource = Readonly<{
  transaction: RpcTransaction;
  receipt: RpcReceipt;
  trace: TransactionTrace | null;
  replay: Buffer | undefined;
}>;

/** What follows from the logs, and the contract that came into being. */
export type TransactionResults = Pick<
  TransactionRow,
  'created_contract' | 'logs_count' | 'token_transfers_count' | 'fhe_operations_count' | 'total_hcu'
>;

/** Longer outputs are cut: nothing that is shown needs more, and a stranger chooses the length. */
const MAX_REVERT_BYTES = 64 * 1024;
const OPERATOR_SCALAR_UNIT = 1_000_000n;

/** The row of a transaction. Its outcome is the trace's, else the replay's; a successful one has neither error nor output. */
export function decodeTransactionRow(
  blockNumber: number,
  { transaction, receipt, trace, replay }: TransactionSource,
  results: TransactionResults,
): TransactionRow {
  const hasFailed = receipt.status !== 1;
  const traced = hasFailed ? (trace?.revertOutput ?? null) : null;
  const output = traced ?? replay ?? null;
  const source = traced === null ? 'replay' : 'trace';
  return {
    block_number: blockNumber,
    index: transaction.index,
    hash: transaction.hash,
    type: transaction.type,
    from_address: transaction.from,
    to_address: transaction.to,
    created_contract: results.created_contract,
    nonce: transaction.nonce,
    value: transaction.value,
    input: transaction.input,
    gas_limit: transaction.gasLimit,
    gas_price: transaction.gasPrice,
    max_fee_per_gas: transaction.maxFeePerGas,
    max_priority_fee_per_gas: transaction.maxPriorityFeePerGas,
    max_fee_per_blob_gas: transaction.maxFeePerBlobGas,
    blob_versioned_hashes: transaction.blobVersionedHashes,
    status: receipt.status,
    gas_used: receipt.gasUsed,
    cumulative_gas_used: receipt.cumulativeGasUsed,
    effective_gas_price: receipt.effectiveGasPrice,
    blob_gas_used: receipt.blobGasUsed,
    blob_gas_price: receipt.blobGasPrice,
    l1_fee: receipt.l1Fee,
    operator_fee: readOperatorFee(receipt),
    error: hasFailed && trace?.error != null ? Buffer.from(trace.error) : null,
    revert_output: output?.subarray(0, MAX_REVERT_BYTES) ?? null,
    revert_source: output === null ? null : source,
    has_error_in_internal_transactions: trace?.hasInnerError ?? null,
    internal_transactions_count: trace?.callsCount ?? null,
    logs_count: results.logs_count,
    token_transfers_count: results.token_transfers_count,
    fhe_operations_count: results.fhe_operations_count,
    total_hcu: results.total_hcu,
  };
}

/** OP stack, Isthmus: gas times scalar in millionths, plus a constant; null on other chains. */
function readOperatorFee({ gasUsed, operatorFeeScalar, operatorFeeConstant }: RpcReceipt): bigint | null {
  if (gasUsed === null || operatorFeeScalar === null || operatorFeeConstant === null) return null;
  return (gasUsed * operatorFeeScalar) / OPERATOR_SCALAR_UNIT + operatorFeeConstant;
}

/**
 * The contract that the transaction created, null when there is none: receipts name an address for failed creations
 * too. Before Byzantium they have no status, but every failure then took all the gas.
 */
export function readCreatedContract(
  { gasLimit }: RpcTransaction,
  { contractAddress, status, gasUsed }: RpcReceipt,
  trace: TransactionTrace | null,
): Buffer | null {
  if (contractAddress === null || contractAddress.every((byte) => byte === 0)) return null;
  if (status !== null) return status === 1 ? contractAddress : null;
  const hasFailed = trace ? trace.error !== null : gasUsed === gasLimit;
  return hasFailed ? null : contractAddress;
}
