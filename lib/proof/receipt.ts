import type { RpcReceipt } from '@/lib/rpc/receipt';
import { encodeList } from './encode-rlp';

/**
 * The receipt as in a block (EIP-2718), the value in the receipts trie: status, or state root before Byzantium; cumulative
 * gas; `bloom` of the logs; the logs. A deposit of the OP Stack has its nonce and version from Canyon on. Throws RangeError
 * without cumulative gas, or with neither status nor root.
 */
export function encodeReceipt(receipt: RpcReceipt, { type, bloom }: { type: number; bloom: Buffer }): Buffer {
  const { status, root, cumulativeGasUsed, logs, depositNonce, depositReceiptVersion } = receipt;
  const outcome = status === null ? root : status;
  if (outcome === null || cumulativeGasUsed === null) throw new RangeError('the receipt is incomplete');
  const deposit = depositReceiptVersion === null ? [] : [depositNonce ?? 0n, depositReceiptVersion];
  const list = logs.map(({ address, topics, data }) => [address, topics, data]);
  return encodeList([outcome, cumulativeGasUsed, bloom, list, ...deposit], type);
}

/** True when the receipt has all fields that its encoding needs. */
export function isReceiptEncodable({ status, root, cumulativeGasUsed }: RpcReceipt): boolean {
  return (status !== null || root !== null) && cumulativeGasUsed !== null;
}
