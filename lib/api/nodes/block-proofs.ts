import { type EncodedBlock, encodeBlock } from '@/lib/proof/encode-block';
import { recoverSenders } from '@/lib/proof/recover-senders';
import type { Rpc } from '@/lib/rpc/client';
import { fetchBlock, fetchReceipts } from '@/lib/rpc/methods';
import { createCache } from '../cache';
import { createChainNodes, type NodeAnswer, type NodeOptions } from './chain-nodes';
import type { InvalidAnswer } from './validated-request';

/** A stored block. */
export type StoredBlock = Readonly<{ number: number; hash: Buffer }>;

/** Fetches a stored block and its receipts from a node, and proves them; undefined when the node has another block there. */
export type BlockProofs = (
  chainId: number,
  stored: StoredBlock,
) => Promise<NodeAnswer<EncodedBlock | undefined>>;

/** A block may take tens of milliseconds to prove, in which nothing else is answered. */
const LIMITS = { timeoutMs: 10_000, maxConcurrent: 4, maxPerSecond: 10, maxAnswerBytes: 32 * 1024 * 1024 };
const TTL_MS = 60_000;
/** Each may take megabytes. */
const MAX_KEYS = 8;
const MAX_CACHED_BYTES = 64 * 1024 * 1024;

/**
 * Proves blocks with what the configured chains' nodes answer, cached by block hash. A block is refuted when no
 * endpoint's answer proves it.
 */
export function createBlockProofs(options: NodeOptions): BlockProofs {
  const request = createChainNodes({ ...options, limits: LIMITS });
  const cache = createCache<NodeAnswer<EncodedBlock | undefined>>({
    ...{ name: 'block_proofs', maxBytes: MAX_CACHED_BYTES },
    ttlMs: TTL_MS,
    maxKeys: MAX_KEYS,
    isCacheable: (answer) => answer.kind === 'answered' && answer.value?.failures.length === 0,
  });
  return (chainId, stored) => {
    const key = `${chainId}/${stored.hash.toString('hex')}`;
    const how = { subject: key, validate: (proof: EncodedBlock | undefined) => validateProof(proof, stored) };
    return cache(key, () => request(chainId, (rpc) => fetchProof(rpc, stored), how));
  };
}

/** An endpoint that is behind, or on another branch, is not incorrect. */
function validateProof(proof: EncodedBlock | undefined, { number }: StoredBlock): InvalidAnswer | undefined {
  if (!proof) return { reason: `block ${number}: another one, or none`, isIncorrect: false };
  const finding = proof.failures.find(({ kind }) => kind !== 'unsigned');
  return (
    finding && { reason: `block ${number}: ${finding.check}: ${finding.what.message}`, isIncorrect: true }
  );
}

async function fetchProof(rpc: Rpc, { number, hash }: StoredBlock): Promise<EncodedBlock | undefined> {
  const blockRequest = fetchBlock(rpc, number);
  const hashesOf = async () =>
    (await blockRequest)?.transactions.map((transaction) => transaction.hash) ?? [];
  const [block, receipts] = await Promise.all([blockRequest, fetchReceipts(rpc, number, hashesOf)]);
  if (!block?.hash.equals(hash) || !receipts) return undefined;
  const inOrder = receipts.toSorted((one, other) => one.transactionIndex - other.transactionIndex);
  return encodeBlock({ block, receipts: inOrder }, recoverSenders);
}
