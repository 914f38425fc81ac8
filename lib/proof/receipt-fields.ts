import { getContractAddress } from 'viem/utils';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { type Message, message } from '@/lib/messages/message';
import type { RpcBlock, RpcTransaction } from '@/lib/rpc/block';
import type { RpcReceipt } from '@/lib/rpc/receipt';
import { readEffectiveGasPrice } from '@/lib/rpc/transaction-record';

/** A field of a receipt or transaction that contradicts the rest (`refuted`), or is omitted (`unknown`). */
export type ReceiptFault = Readonly<{ kind: 'refuted' | 'unknown'; what: Message }>;

/** Blob gas of one blob (EIP-4844). */
const GAS_PER_BLOB = 131_072n;

/**
 * Checks fields that no root commits to, but that derive from committed data: gas used, the price paid, the created
 * contract, blob gas, the nonce of a deposit, the numbers of the logs. Returns the first wrong one.
 */
export function findReceiptFault(block: RpcBlock, receipts: readonly RpcReceipt[]): ReceiptFault | undefined {
  let gas = 0n;
  let logIndex = 0;
  for (const transaction of block.transactions) {
    const receipt = receipts[transaction.index];
    const cumulative: bigint | null = receipt?.cumulativeGasUsed ?? null;
    if (!receipt || cumulative === null) return omitted('cumulativeGasUsed', transaction);
    const fault = findFault({ block, transaction, receipt, gasUsed: cumulative - gas });
    if (fault) return fault;
    gas = cumulative;
    for (const log of receipt.logs) {
      if (log.logIndex !== logIndex)
        return refuted(message('log_index_differs', { index: logIndex, found: log.logIndex }));
      logIndex += 1;
    }
  }
  return isGasOf(block, gas) ? undefined : refuted(message('gas_used_differs'));
}

/**
 * Whether a block can have used as much gas as its senders paid for. Equal until Amsterdam; then the header has the larger of
 * execution and state gas before refunds (EIP-7778, EIP-8037), of which no root has the parts: what was paid is at most
 * their sum, and at least four fifths of what is not refunded.
 */
function isGasOf({ gasUsed, gasLimit, blockAccessListHash }: RpcBlock, paid: bigint): boolean {
  if (blockAccessListHash === null) return gasUsed === paid;
  return paid <= 2n * gasUsed && 4n * gasUsed <= 5n * paid && gasUsed <= gasLimit;
}

type CheckedReceipt = Readonly<{
  block: RpcBlock;
  transaction: RpcTransaction;
  receipt: RpcReceipt;
  gasUsed: bigint;
}>;

const refuted = (what: Message): ReceiptFault => ({ kind: 'refuted', what });
const omitted = (name: string, { index }: RpcTransaction): ReceiptFault => ({
  kind: 'unknown',
  what: message('field_omitted', { field: name, index }),
});

function findFault(checked: CheckedReceipt): ReceiptFault | undefined {
  const { block, transaction, receipt, gasUsed } = checked;
  const price = paidPrice(block, transaction);
  const blobs = transaction.blobVersionedHashes;
  // Of a transaction without blobs it is not stored; on the OP Stack, from Jovian on, it is a share of the data there.
  const blobGas = blobs === null ? undefined : BigInt(blobs.length) * GAS_PER_BLOB;
  const nonce = transaction.deposit === null ? undefined : (readDepositNonce(receipt) ?? undefined);
  const compare = (name: string, actual: FieldValue, expected: FieldValue | undefined) =>
    compareField(transaction, name, { actual, expected });
  return (
    compare('gasUsed', receipt.gasUsed, gasUsed) ??
    compare('effectiveGasPrice', readEffectiveGasPrice(transaction, receipt), price) ??
    compare('gasPrice', transaction.gasPrice, price) ??
    compare('blobGasUsed', receipt.blobGasUsed ?? 0n, blobGas) ??
    compare('contractAddress', readContract(receipt), createdContract(transaction, receipt)) ??
    compare('nonce', transaction.nonce, nonce)
  );
}

type FieldValue = bigint | Buffer | null;

/** The node's value against the expected one; undefined when any value is allowed. */
function compareField(
  transaction: RpcTransaction,
  name: string,
  { actual, expected }: Readonly<{ actual: FieldValue; expected: FieldValue | undefined }>,
): ReceiptFault | undefined {
  if (expected === undefined || isSame(actual, expected)) return undefined;
  if (actual === null) return omitted(name, transaction);
  return refuted(message('field_differs', { field: name, index: transaction.index }));
}

function isSame(actual: FieldValue, expected: FieldValue): boolean {
  return Buffer.isBuffer(actual) && Buffer.isBuffer(expected) ? actual.equals(expected) : actual === expected;
}

/** Deposits pay nothing. Undefined where the block lacks what the price depends on. */
function paidPrice({ baseFeePerGas }: RpcBlock, transaction: RpcTransaction): bigint | undefined {
  const { type, gasPrice, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  if (transaction.deposit !== null) return 0n;
  if (type === 0 || type === 1) return gasPrice ?? 0n;
  if (type > 4 || baseFeePerGas === null || maxFeePerGas === null) return undefined;
  const price = baseFeePerGas + (maxPriorityFeePerGas ?? 0n);
  return price < maxFeePerGas ? price : maxFeePerGas;
}

/** Some nodes return the zero address instead of null. */
function readContract({ contractAddress }: RpcReceipt): Buffer | null {
  return contractAddress?.some((byte) => byte !== 0) ? contractAddress : null;
}

/** By the sender's nonce; a deposit's is in its receipt. Undefined for a failed creation, which nodes treat differently. */
function createdContract(
  { to, from, nonce, deposit }: RpcTransaction,
  receipt: RpcReceipt,
): Buffer | null | undefined {
  if (to !== null) return null;
  const used = deposit === null ? nonce : readDepositNonce(receipt);
  if (used === null || receipt.status === 0) return undefined;
  const address = getContractAddress({ from: bufferToHex(from), nonce: used });
  return hexToBuffer(address.toLowerCase());
}

/** As in the receipt's encoding, where a missing nonce is zero if there is a version. */
function readDepositNonce({ depositNonce, depositReceiptVersion }: RpcReceipt): bigint | null {
  return depositNonce ?? (depositReceiptVersion === null ? null : 0n);
}
