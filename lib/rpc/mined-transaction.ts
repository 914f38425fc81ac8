import { bufferToHex } from '@/lib/evm/hex';
import { toTimestamp } from './block';
import type { Rpc } from './client';
import {
  malformed,
  readFixed,
  readInteger,
  readObject,
  readQuantity,
  readQuantityOrNull,
} from './read-fields';
import { parseReceipt, type RpcReceipt } from './receipt';
import { fetchTransaction, type SignedTransaction } from './transaction';

/** The block of a mined transaction, and its receipt; the timestamp in Unix seconds, the base fee in wei. */
export type Mined = Readonly<{
  blockNumber: number;
  blockHash: Buffer;
  timestamp: number;
  baseFeePerGas: bigint | null;
  receipt: RpcReceipt;
}>;

/** A transaction from a node; `mined` is null while it is pending. */
export type NodeTransaction = Readonly<{ transaction: SignedTransaction; mined: Mined | null }>;

/**
 * The transaction; null if the node does not know it, undefined if it does but lacks its receipt or block, as between two
 * states. Throws AppError `node_unreachable` or `node_answer`.
 */
export async function fetchNodeTransaction(
  rpc: Rpc,
  hash: Buffer,
): Promise<NodeTransaction | null | undefined> {
  const known = await fetchTransaction(rpc, hash);
  if (!known) return null;
  const { transaction, blockHash } = known;
  if (blockHash === null) return { transaction, mined: null };
  const mined = await fetchMined(rpc, hash, blockHash);
  return mined && { transaction, mined };
}

async function fetchMined(rpc: Rpc, hash: Buffer, blockHash: Buffer): Promise<Mined | undefined> {
  const [receiptAnswer, blockAnswer] = await Promise.all([
    rpc.request('eth_getTransactionReceipt', [bufferToHex(hash)]),
    rpc.request('eth_getBlockByHash', [bufferToHex(blockHash), false]),
  ]);
  if (receiptAnswer === null || blockAnswer === null) return undefined;
  const receipt = parseReceipt(receiptAnswer);
  const block = readObject(blockAnswer, 'block');
  if (!receipt.transactionHash.equals(hash)) throw malformed('receipt: it is of another transaction');
  if (!receipt.blockHash?.equals(blockHash)) return undefined;
  return {
    blockNumber: readInteger(block, 'number'),
    blockHash: readFixed(block, 'hash', 32),
    timestamp: toTimestamp(readQuantity(block, 'timestamp')),
    baseFeePerGas: readQuantityOrNull(block, 'baseFeePerGas'),
    receipt,
  };
}
