import type { ChainConfig } from '@/lib/config';
import { AppError } from '@/lib/errors';
import type { Logger } from '@/lib/log';
import type { Rpc } from '@/lib/rpc/client';
import { fetchNodeTransaction, type NodeTransaction } from '@/lib/rpc/mined-transaction';
import { AnswerTooLargeError, RpcError } from '@/lib/rpc/rpc-error';
import { createCache } from '../cache';
import { createChainNodes } from './chain-nodes';

/** A transaction that the node knows; undefined when it does not, or is not asked or does not answer in time. */
export type NodeTransactions = (chainId: number, hash: Buffer) => Promise<NodeTransaction | undefined>;

/** Hashes cost nothing to invent: whoever does cannot make us ask the node more than this. */
const LIMITS = { timeoutMs: 1_500, maxConcurrent: 8, maxPerSecond: 20, maxAnswerBytes: 1024 * 1024 };
const REMEMBERED_MS = 2_000;
/** Few: each may hold hundreds of kilobytes. */
const MAX_REMEMBERED = 50;

/**
 * Asks the nodes of the configured chains for transactions that are not indexed, and remembers for a moment what they
 * say, also that they know nothing.
 */
export function createNodeTransactions(options: {
  chains: readonly Pick<ChainConfig, 'id' | 'rpcUrls'>[];
  log: Logger;
}): NodeTransactions {
  const ask = createChainNodes({ ...options, limits: LIMITS });
  const remembered = createCache<NodeTransaction | null | undefined>({
    ttlMs: REMEMBERED_MS,
    maxKeys: MAX_REMEMBERED,
    isKept: (answer) => answer !== undefined,
  });
  return async (chainId, hash) => {
    const known = await remembered(`${chainId}/${hash.toString('latin1')}`, async () => {
      const answer = await ask(chainId, (rpc) => fetchReadable(rpc, hash));
      return answer.kind === 'answered' ? answer.value : undefined;
    });
    return known ?? undefined;
  };
}

/** Null when the node knows none, or tells of it what cannot be read: that is no reason not to ask for others. */
async function fetchReadable(rpc: Rpc, hash: Buffer): Promise<NodeTransaction | null> {
  try {
    return (await fetchNodeTransaction(rpc, hash)) ?? null;
  } catch (error) {
    const isRefused = error instanceof RpcError || error instanceof AnswerTooLargeError;
    if (isRefused || !(error instanceof AppError) || error.code !== 'node_answer') throw error;
    return null;
  }
}
