import { AppError } from '@/lib/errors';
import { bufferToHex } from '@/lib/evm/hex';
import { findForgery } from '@/lib/proof/check-signed';
import { recoverSenders } from '@/lib/proof/recover-senders';
import type { Rpc } from '@/lib/rpc/client';
import { fetchNodeTransaction, type NodeTransaction } from '@/lib/rpc/mined-transaction';
import { AnswerTooLargeError, RpcError } from '@/lib/rpc/rpc-error';
import { createCache } from '../cache';
import { createChainNodes, type NodeOptions, type Unavailable } from './chain-nodes';

/** Fetches a transaction from a node; undefined when the node does not know it. */
export type NodeTransactions = (
  chainId: number,
  hash: Buffer,
) => Promise<NodeTransaction | Unavailable | undefined>;

/** Limits what callers with random hashes can cause. */
const LIMITS = { timeoutMs: 1_500, maxConcurrent: 8, maxPerSecond: 20, maxAnswerBytes: 1024 * 1024 };
const TTL_MS = 2_000;
/** Each may take hundreds of kilobytes. */
const MAX_KEYS = 50;

/** Fetches transactions that are not indexed from the configured chains' nodes; unknown ones are cached too. */
export function createNodeTransactions(options: NodeOptions): NodeTransactions {
  const request = createChainNodes({ ...options, limits: LIMITS });
  const cache = createCache<NodeTransaction | Unavailable | undefined>({
    name: 'node_transactions',
    ttlMs: TTL_MS,
    maxKeys: MAX_KEYS,
    isCacheable: (answer) => answer === undefined || !('kind' in answer),
  });
  return async (chainId, hash) =>
    cache(`${chainId}/${hash.toString('latin1')}`, async () => {
      const answer = await request(chainId, (rpc) => fetchAuthentic(rpc, hash), {
        validate: ({ forged }) =>
          forged === undefined ? undefined : { reason: `forged transaction: ${forged}`, isIncorrect: true },
      });
      if (answer.kind === 'unavailable') return answer;
      // A node that failed, or whose answer is too large, does not say that there is none.
      if (answer.kind !== 'answered') return NOT_TOLD;
      if (answer.invalid)
        options.log.warn(
          { chain: chainId, hash: bufferToHex(hash), reason: answer.invalid.reason },
          'node returned a transaction whose hash or sender does not match its fields; discarding it',
        );
      const { found } = answer.value;
      return found === undefined ? NOT_TOLD : (found ?? undefined);
    });
}

/** Undefined between two states of the transaction. */
type FetchedTransaction = Readonly<{ found: NodeTransaction | null | undefined; forged?: string }>;
const NOT_TOLD: Unavailable = { kind: 'unavailable', why: 'late', retryMs: 1_000 };

/** A pending deposit is forged: it has no signature, and rollups derive it from L1 without a mempool. */
async function fetchAuthentic(rpc: Rpc, hash: Buffer): Promise<FetchedTransaction> {
  const found = await fetchReadable(rpc, hash);
  if (!found) return { found };
  const { transaction, mined } = found;
  const isPendingDeposit = mined === null && transaction.deposit !== null;
  const forged = isPendingDeposit ? 'signature' : await findForgery(transaction, recoverSenders);
  return forged === undefined ? { found } : { found: null, forged };
}

/** Null also when the node returns one we cannot parse, which must not open the circuit. */
async function fetchReadable(rpc: Rpc, hash: Buffer): Promise<NodeTransaction | null | undefined> {
  try {
    return await fetchNodeTransaction(rpc, hash);
  } catch (error) {
    const isRefused = error instanceof RpcError || error instanceof AnswerTooLargeError;
    if (isRefused || !(error instanceof AppError) || error.code !== 'node_answer') throw error;
    return null;
  }
}
