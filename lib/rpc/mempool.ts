import { AppError } from '@/lib/errors';
import { hexToBuffer, isHexOfLength } from '@/lib/evm/hex';
import type { Rpc } from './client';
import { isFields, malformed, readInteger, readList, readObject } from './read-fields';
import { parseSignedTransaction, type SignedTransaction } from './transaction';

/** No look takes more than this out of a node's answer. */
const MAX_TRANSACTIONS = 20_000;

/**
 * The whole pool, what waits for an earlier nonce behind what could be mined. Entries that are no transactions are
 * left out. Throws AppError, as all functions of this file do when the node refuses or gives no such answer.
 */
export async function fetchMempoolContent(rpc: Rpc): Promise<SignedTransaction[]> {
  const content = readObject(await rpc.request('txpool_content', []), 'pool');
  const bySender = [content.pending, content.queued].flatMap(listValues);
  return takeTransactions(bySender.flatMap(listValues));
}

/** Makes a filter that collects what enters the pool from now on, and gives its name. */
export async function createMempoolFilter(rpc: Rpc): Promise<string> {
  const id = await rpc.request('eth_newPendingTransactionFilter', []);
  if (typeof id !== 'string') throw malformed('filter');
  return id;
}

/** The hashes that a filter has collected since it was last asked. */
export async function fetchMempoolFilter(rpc: Rpc, id: string): Promise<Buffer[]> {
  const hashes = await rpc.request('eth_getFilterChanges', [id]);
  if (!Array.isArray(hashes)) throw malformed('list of pending transactions');
  return hashes.slice(0, MAX_TRANSACTIONS).flatMap((hash) => {
    return isHexOfLength(hash, 32) ? [hexToBuffer(hash)] : [];
  });
}

/**
 * The transactions of the block that the node is making; undefined when it shows a finished one in its place, as nodes
 * do that make none.
 */
export async function fetchPendingBlock(rpc: Rpc): Promise<SignedTransaction[] | undefined> {
  const block = readObject(await rpc.request('eth_getBlockByNumber', ['pending', true]), 'pending block');
  // asked afterwards: a block that was finished meanwhile is not taken for a pending one
  const head = readInteger({ head: await rpc.request('eth_blockNumber', []) }, 'head');
  if (block.number != null && readInteger(block, 'number') <= head) return undefined;
  return takeTransactions(readList(block, 'transactions'));
}

function listValues(value: unknown): unknown[] {
  return isFields(value) ? Object.values(value) : [];
}

function takeTransactions(entries: readonly unknown[]): SignedTransaction[] {
  return entries.slice(0, MAX_TRANSACTIONS).flatMap((entry) => {
    try {
      return isFields(entry) ? [parseSignedTransaction(entry)] : [];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return [];
    }
  });
}
