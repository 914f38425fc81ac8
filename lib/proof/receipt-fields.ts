import { getContractAddress } from 'viem/utils';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import type { RpcBlock, RpcTransaction } from '@/lib/rpc/block';
import type { RpcReceipt } from '@/lib/rpc/receipt';

/** Blob gas of one blob (EIP-4844). */
const GAS_PER_BLOB = 131_072n;

/**
 * What of receipts and transactions no root commits to, because it follows from what the roots commit to: gas used, the
 * price paid, the created contract, blob gas, the numbers of the logs. Returns the first that does not follow.
 */
export function findReceiptFault(block: RpcBlock, receipts: readonly RpcReceipt[]): string | undefined {
  let gas = 0n;
  let logIndex = 0;
  for (const transaction of block.transactions) {
    const receipt = receipts[transaction.index];
    if (!receipt) return `receipt ${transaction.index} is missing`;
    const cumulative: bigint | null = receipt.cumulativeGasUsed;
    if (cumulative !== null && receipt.gasUsed !== null && cumulative - gas !== receipt.gasUsed)
      return `gasUsed of receipt ${transaction.index} does not follow from cumulativeGasUsed`;
    gas = cumulative ?? gas + (receipt.gasUsed ?? 0n);
    for (const log of receipt.logs) {
      if (log.logIndex !== logIndex) return `log ${log.logIndex} is numbered wrongly`;
      logIndex += 1;
    }
    const fault = findFieldFault(block, transaction, receipt);
    if (fault !== undefined)
      return `${fault} of transaction ${transaction.index} does not follow from its fields`;
  }
  return block.transactions.length > 0 && gas !== block.gasUsed
    ? 'gasUsed is not that of the receipts'
    : undefined;
}

function findFieldFault(
  block: RpcBlock,
  transaction: RpcTransaction,
  receipt: RpcReceipt,
): string | undefined {
  const price = paidPrice(block, transaction);
  if (price !== null && receipt.effectiveGasPrice !== null && receipt.effectiveGasPrice !== price)
    return 'effectiveGasPrice';
  if (price !== null && transaction.gasPrice !== null && transaction.gasPrice !== price) return 'gasPrice';
  const blobs = BigInt(transaction.blobVersionedHashes?.length ?? 0);
  if (receipt.blobGasUsed !== null && receipt.blobGasUsed !== blobs * GAS_PER_BLOB) return 'blobGasUsed';
  const created = createdContract(transaction, receipt);
  return hasSame(receipt.contractAddress, created) ? undefined : 'contractAddress';
}

/** Null where it follows from nothing that is signed: deposits pay nothing, or as their chain chooses. */
function paidPrice({ baseFeePerGas }: RpcBlock, transaction: RpcTransaction): bigint | null {
  const { type, gasPrice, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  if (type === 0 || type === 1) return gasPrice;
  if (type > 4 || baseFeePerGas === null || maxFeePerGas === null) return null;
  const price = baseFeePerGas + (maxPriorityFeePerGas ?? 0n);
  return price < maxFeePerGas ? price : maxFeePerGas;
}

/** By the sender's nonce, of failed creations too; a deposit's nonce is in its receipt. */
function createdContract(
  { to, from, nonce, deposit }: RpcTransaction,
  receipt: RpcReceipt,
): Buffer | null | undefined {
  if (to !== null) return null;
  const used = deposit === null ? nonce : receipt.depositNonce;
  return used === null
    ? undefined
    : hexToBuffer(getContractAddress({ from: bufferToHex(from), nonce: used }).toLowerCase());
}

/** Nodes omit the address of a failed creation, or name the zero address; `undefined` is not known. */
function hasSame(given: Buffer | null, expected: Buffer | null | undefined): boolean {
  if (expected === undefined || given === null) return true;
  return expected === null ? given.every((byte) => byte === 0) : given.equals(expected);
}
