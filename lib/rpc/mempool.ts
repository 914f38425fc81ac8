import { AppError } from '@/lib/errors';
import { hexToBuffer, isHexOfLength } from '@/lib/evm/hex';
import type { Rpc } from './client';
import { isFields, malformed, readInteger, readList, readObject } from './read-fields';
import { parseSignedTransaction, type SignedTransaction } from './transaction';

/** Transactions read from one response of a node. */
const MAX_TRANSACTIONS = 20_000;

/** Pending and queued transactions, malformed ones skipped. Like all functions of this file, throws AppError. */
export async function fetchMempoolContent(rpc: Rpc): Promise<SignedTransaction[]> {
  const content = readObject(await rpc.request('txpool_content', []), 'mempool');
  const bySender = [content.pending, content.queued].flatMap(listValues);
  return takeTransactions(bySender.flatMap(listValues));
}

/** Creates a filter for new pending transactions; returns its ID. */
export async function createMempoolFilter(rpc: Rpc): Promise<string> {
  const id = await rpc.request('eth_newPendingTransactionFilter', []);
  if (typeof id !== 'string') throw malformed('filter');
  return id;
}

/** The hashes that a filter has collected since the last request. */
export async function fetchMempoolFilter(rpc: Rpc, id: string): Promise<Buffer[]> {
  const hashes = await rpc.request('eth_getFilterChanges', [id]);
  if (!Array.isArray(hashes)) throw malformed('list of pending transactions');
  return hashes.slice(0, MAX_TRANSACTIONS).flatMap((hash) => {
    return isHexOfLength(hash, 32) ? [hexToBuffer(hash)] : [];
  });
}

/** The transactions of the node's pending block; undefined when it returns a finished block instead. */
export async function fetchPendingBlock(rpc: Rpc): Promise<SignedTransaction[] | undefined> {
  const block = readObject(await rpc.request('eth_getBlockByNumber', ['pending', true]), 'pending block');
  // Fetched afterwards, so that a block finished meanwhile does not count as pending.
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
