import type { TraceSummary } from '@/lib/evm/traces';
import type { RpcTransaction } from '@/lib/rpc/block';
import type { RpcReceipt } from '@/lib/rpc/receipt';
import type { TransactionRow } from './rows';

type Outcome = Pick<
  TransactionRow,
  'error' | 'revert_output' | 'revert_source' | 'has_error_in_internal_transactions'
>;
type Derived =
  | keyof Outcome
  | 'created_contract'
  | 'logs_count'
  | 'token_transfers_count'
  | 'fhe_operations_count'
  | 'total_hcu';

/** Longer outputs are cut: nothing that is shown needs more, and a stranger chooses the length. */
const MOST_REVERT_BYTES = 64 * 1024;
const OPERATOR_SCALAR_UNIT = 1_000_000n;

/** What transaction and receipt say themselves. */
export function decodeTransactionRow(
  blockNumber: number,
  transaction: RpcTransaction,
  receipt: RpcReceipt,
): Omit<TransactionRow, Derived> {
  return {
    block_number: blockNumber,
    index: transaction.index,
    hash: transaction.hash,
    type: transaction.type,
    from_address: transaction.from,
    to_address: transaction.to,
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
  };
}

/** OP stack, Isthmus: gas times scalar in millionths, plus a constant; null on other chains. */
function readOperatorFee({ gasUsed, operatorFeeScalar, operatorFeeConstant }: RpcReceipt): bigint | null {
  if (gasUsed === null || operatorFeeScalar === null || operatorFeeConstant === null) return null;
  return (gasUsed * operatorFeeScalar) / OPERATOR_SCALAR_UNIT + operatorFeeConstant;
}

/**
 * How the transaction ended: the node's error text and what the failed call returned, from the trace, else from the
 * replay. Successful transactions have neither.
 */
export function decodeOutcome(
  { status }: RpcReceipt,
  trace: TraceSummary | null,
  replay: Buffer | undefined,
): Outcome {
  const hasFailed = status !== 1;
  const traced = hasFailed ? (trace?.revertOutput ?? null) : null;
  const output = traced ?? replay ?? null;
  const source = traced === null ? 'replay' : 'trace';
  return {
    error: hasFailed && trace?.error != null ? Buffer.from(trace.error) : null,
    revert_output: output?.subarray(0, MOST_REVERT_BYTES) ?? null,
    revert_source: output === null ? null : source,
    has_error_in_internal_transactions: trace?.hasInnerError ?? null,
  };
}

/**
 * The contract that the transaction created, null when there is none: receipts name an address for failed creations
 * too. Before Byzantium they have no status, but every failure then took all the gas.
 */
export function readCreatedContract(
  { gasLimit }: RpcTransaction,
  { contractAddress, status, gasUsed }: RpcReceipt,
  trace: TraceSummary | null,
): Buffer | null {
  if (contractAddress === null || contractAddress.every((byte) => byte === 0)) return null;
  if (status !== null) return status === 1 ? contractAddress : null;
  const hasFailed = trace ? trace.error !== null : gasUsed === gasLimit;
  return hasFailed ? null : contractAddress;
}
