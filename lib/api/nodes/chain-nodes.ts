import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { ChainConfig } from '@/lib/config';
import { AppError } from '@/lib/errors';
import type { Logger } from '@/lib/log';
import { createRpc, type Rpc } from '@/lib/rpc/client';
import { fetchChainId, fetchHead } from '@/lib/rpc/methods';
import { AnswerTooLargeError, RpcError } from '@/lib/rpc/rpc-error';

/** A node's result: `refused` if unsupported, `large` if too large, `silent` if not sent or timed out. */
export type NodeAnswer<T> = Readonly<
  { kind: 'answered'; value: T } | { kind: 'refused' } | { kind: 'large' } | { kind: 'silent' }
>;

/** Sends a request to a chain's node; `subject` keys a separate circuit for what is expensive to answer. */
export type ChainNodes = <T>(
  chainId: number,
  request: (rpc: Rpc) => Promise<T>,
  subject?: string,
) => Promise<NodeAnswer<T>>;

/** Limits of requests to nodes. */
export type NodeLimits = Readonly<{
  timeoutMs: number;
  maxConcurrent: number;
  maxPerSecond?: number;
  maxAnswerBytes?: number;
}>;

const OPEN_MS = 5_000;
const SUBJECT_OPEN_MS = 60_000;
const MAX_SUBJECTS = 1_000;

type Node = {
  rpc: Rpc;
  chainId: number | undefined;
  openUntil: number;
  openSubjects: LRUCache<string, true>;
  second: number;
  requests: number;
};

/** The configured chains' nodes behind circuit breakers: a slow node costs an answer one value, not its time. */
export function createChainNodes(options: {
  chains: readonly Pick<ChainConfig, 'id' | 'rpcUrls'>[];
  log: Logger;
  limits: NodeLimits;
}): ChainNodes {
  const {
    timeoutMs,
    maxConcurrent,
    maxPerSecond = Number.POSITIVE_INFINITY,
    maxAnswerBytes,
  } = options.limits;
  const size = maxAnswerBytes === undefined ? {} : { maxAnswerBytes };
  const nodes = options.chains.map(
    ({ id, rpcUrls }): Node => ({
      rpc: createRpc({ urls: rpcUrls, timeoutMs, retries: 0, ...size }),
      chainId: id,
      openUntil: 0,
      openSubjects: new LRUCache({ max: MAX_SUBJECTS, ttl: SUBJECT_OPEN_MS }),
      second: 0,
      requests: 0,
    }),
  );
  let running = 0;
  return async (chainId, request, subject) => {
    const node = nodes.find((candidate) => candidate.chainId === chainId || candidate.chainId === undefined);
    if (!node || running >= maxConcurrent || isOpen(node, subject) || !isDue(node, maxPerSecond))
      return { kind: 'silent' };
    running += 1;
    try {
      return await inTime(requestNode(node, chainId, request), timeoutMs);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error instanceof AnswerTooLargeError) return { kind: 'large' };
      if (error instanceof RpcError && !error.isRateLimit) return { kind: 'refused' };
      openCircuit(node, subject);
      options.log.warn({ error, chain: chainId }, 'the node did not answer a request');
      return { kind: 'silent' };
    } finally {
      running -= 1;
    }
  };
}

function isDue(node: Node, maxPerSecond: number): boolean {
  const now = Date.now();
  const second = Math.floor(now / 1_000);
  if (node.second !== second) [node.second, node.requests] = [second, 0];
  if (node.openUntil > now || node.requests >= maxPerSecond) return false;
  node.requests += 1;
  return true;
}

function isOpen({ openSubjects }: Node, subject: string | undefined): boolean {
  return subject !== undefined && openSubjects.has(subject);
}

/** Opens the subject's circuit; the node's only if there is none or the node is unresponsive. */
function openCircuit(node: Node, subject: string | undefined): void {
  const openNode = () => {
    node.openUntil = Date.now() + OPEN_MS;
  };
  if (subject === undefined) openNode();
  else {
    node.openSubjects.set(subject, true);
    fetchHead(node.rpc).catch(openNode);
  }
}

/** A node without a configured chain ID is identified first. */
async function requestNode<T>(
  node: Node,
  chainId: number,
  request: (rpc: Rpc) => Promise<T>,
): Promise<NodeAnswer<T>> {
  node.chainId ??= await fetchChainId(node.rpc);
  if (node.chainId !== chainId) return { kind: 'silent' };
  return { kind: 'answered', value: await request(node.rpc) };
}

async function inTime<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  const stopped = new AbortController();
  const late = delay(timeoutMs, undefined, { signal: stopped.signal, ref: false }).then(() => {
    throw new AppError('node_unreachable', 'The node did not answer in time.');
  });
  // Avoids an unhandled rejection when the answer wins.
  late.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    stopped.abort();
  }
}
