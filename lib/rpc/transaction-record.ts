import type { Authorization } from '@/lib/evm/recover-authority';
import { ZERO_ADDRESS } from '@/lib/evm/zero-address';
import type { RpcReceipt } from './receipt';
import type { TransactionTrace } from './traces';
import type { SignedTransaction } from './transaction';

/** A mined transaction from the node. */
type RecordSource = Readonly<{
  blockNumber: number;
  transaction: SignedTransaction;
  receipt: RpcReceipt;
  trace: TransactionTrace | null;
  /** The output of a failed transaction when it was called again. */
  replay: Buffer | undefined;
  /** Decoded from the receipt's logs. */
  counts: Readonly<{ transfers: number; fheOperations: number }>;
}>;

/** Bound of stored revert output, whose length the contract chooses. */
const MAX_REVERT_BYTES = 64 * 1024;
const OPERATOR_SCALAR_UNIT = 1_000_000n;

/** The columns of the signed fields; `toQuantity` is `String` for a row as read, the identity for bigints. */
function signedRecord<Quantity>(transaction: SignedTransaction, toQuantity: (value: bigint) => Quantity) {
  const toNullable = nullable(toQuantity);
  return {
    hash: transaction.hash,
    type: transaction.type,
    from_address: transaction.from,
    to_address: transaction.to,
    nonce: toQuantity(transaction.nonce),
    value: toQuantity(transaction.value),
    input: transaction.input,
    gas_limit: toQuantity(transaction.gasLimit),
    gas_price: toNullable(transaction.gasPrice),
    max_fee_per_gas: toNullable(transaction.maxFeePerGas),
    max_priority_fee_per_gas: toNullable(transaction.maxPriorityFeePerGas),
    max_fee_per_blob_gas: toNullable(transaction.maxFeePerBlobGas),
    blob_versioned_hashes: transaction.blobVersionedHashes,
  };
}

/** The same for a pending transaction; its gas price is the max fee, because nodes return different values. */
export function pendingRecord<Quantity>(
  transaction: SignedTransaction,
  toQuantity: (value: bigint) => Quantity,
) {
  const gasPrice = transaction.maxFeePerGas ?? transaction.gasPrice;
  return signedRecord({ ...transaction, gasPrice }, toQuantity);
}

/** A row of `transactions`; its revert output is the trace's, else the replay's. Both are null after success. */
export function transactionRecord<Quantity>(
  { blockNumber, transaction, receipt, trace, replay, counts }: RecordSource,
  toQuantity: (value: bigint) => Quantity,
) {
  const toNullable = nullable(toQuantity);
  const hasFailed = receipt.status === 0 || (receipt.status === null && usedAllGas(transaction, receipt));
  const traced = hasFailed ? (trace?.revertOutput ?? null) : null;
  const output = traced ?? replay ?? null;
  const source: 'trace' | 'replay' = traced === null ? 'replay' : 'trace';
  // Object.assign: spreading this many properties is a hundred times slower.
  return Object.assign(
    {
      block_number: blockNumber,
      index: receipt.transactionIndex,
      created_contract: readCreatedContract(transaction, receipt, trace),
      status: receipt.status,
      gas_used: toNullable(receipt.gasUsed),
      effective_gas_price: toNullable(readEffectiveGasPrice(transaction, receipt)),
      blob_gas_used: toNullable(transaction.blobVersionedHashes && receipt.blobGasUsed),
      blob_gas_price: toNullable(receipt.blobGasPrice),
      l1_fee: toNullable(receipt.l1Fee),
      operator_fee: toNullable(readOperatorFee(receipt)),
      error: hasFailed && trace?.error != null ? Buffer.from(trace.error) : null,
      revert_output: output?.subarray(0, MAX_REVERT_BYTES) ?? null,
      revert_source: output === null ? null : source,
      has_error_in_internal_transactions: trace?.hasInnerError ?? null,
      internal_transactions_count: trace?.callsCount ?? null,
      logs_count: receipt.logs.length,
      token_transfers_count: counts.transfers,
      fhe_operations_count: counts.fheOperations,
      mint: toNullable(transaction.deposit?.mint ?? null),
    },
    signedRecord(transaction, toQuantity),
  );
}

/** The columns of an EIP-7702 authorization; `authority` is its signer, null when the signature does not recover. */
export function authorizationRecord<Quantity>(
  { chainId, address, nonce, yParity, r, s }: Authorization,
  authority: Buffer | null,
  toQuantity: (value: bigint) => Quantity,
) {
  return {
    chain_id: toQuantity(chainId),
    address,
    nonce: toQuantity(nonce),
    y_parity: toQuantity(yParity),
    r: toQuantity(r),
    s: toQuantity(s),
    authority,
  };
}

function nullable<Quantity>(toQuantity: (value: bigint) => Quantity) {
  return (value: bigint | null) => (value === null ? null : toQuantity(value));
}

/** The price paid per gas; receipts of old nodes lack it, where it is the signed gas price. */
export function readEffectiveGasPrice(
  { gasPrice, maxFeePerGas }: SignedTransaction,
  { effectiveGasPrice }: RpcReceipt,
): bigint | null {
  return effectiveGasPrice ?? (maxFeePerGas === null ? gasPrice : null);
}

/** OP Stack, Isthmus: gas times scalar in millionths, plus a constant; null on other chains. */
function readOperatorFee({ gasUsed, operatorFeeScalar, operatorFeeConstant }: RpcReceipt): bigint | null {
  if (gasUsed === null || operatorFeeScalar === null || operatorFeeConstant === null) return null;
  return (gasUsed * operatorFeeScalar) / OPERATOR_SCALAR_UNIT + operatorFeeConstant;
}

/**
 * The contract that the transaction itself created, or null: receipts name an address for failed creations too. Before
 * Byzantium they have no status, but a failure used all gas: with gas left it succeeded, whatever the trace says.
 */
function readCreatedContract(
  transaction: SignedTransaction,
  receipt: RpcReceipt,
  trace: TransactionTrace | null,
): Buffer | null {
  const { contractAddress, status } = receipt;
  if (contractAddress === null || contractAddress.equals(ZERO_ADDRESS)) return null;
  if (status !== null) return status === 1 ? contractAddress : null;
  const hasFailed = usedAllGas(transaction, receipt) && (trace === null || trace.error !== null);
  return hasFailed ? null : contractAddress;
}

/** True when the gas used is not known. */
function usedAllGas({ gasLimit }: SignedTransaction, { gasUsed }: RpcReceipt): boolean {
  return gasUsed === null || gasUsed === gasLimit;
}
