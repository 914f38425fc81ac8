import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { ChainConfig } from '@/lib/config';
import { AppError } from '@/lib/errors';
import type { Logger } from '@/lib/log';
import { createRpc, type Rpc } from '@/lib/rpc/client';
import { fetchChainId, fetchHead } from '@/lib/rpc/methods';
import { AnswerTooLargeError, RpcError } from '@/lib/rpc/rpc-error';

/**
 * What came of a question to a node: its answer; `refused` when it does not offer that, or not for what was asked;
 * `large` when the answer is longer than we take; `silent` when it was not asked or did not answer in time.
 */
export type NodeAnswer<T> = Readonly<
  { kind: 'answered'; value: T } | { kind: 'refused' } | { kind: 'large' } | { kind: 'silent' }
>;

/** Asks the node of a chain; `subject` names what is costly to tell of, where questions differ in that. */
export type ChainNodes = <T>(
  chainId: number,
  question: (rpc: Rpc) => Promise<T>,
  subject?: string,
) => Promise<NodeAnswer<T>>;

/** How long a question may take, how many are asked at once and in a second, and how long an answer may be. */
export type NodeLimits = Readonly<{
  timeoutMs: number;
  maxConcurrent: number;
  maxPerSecond?: number;
  maxAnswerBytes?: number;
}>;

/** How long a circuit stays open after a failure: requests then fail at once, and the first one after it may close it. */
const OPEN_MS = 5_000;
/** The same for a subject that the node fails on although it answers otherwise. */
const SUBJECT_OPEN_MS = 60_000;
const MAX_SUBJECTS = 1_000;

type Node = {
  rpc: Rpc;
  chainId: number | undefined;
  openUntil: number;
  /** Subjects whose own circuit is open. */
  openSubjects: LRUCache<string, true>;
  second: number;
  requests: number;
};

/**
 * The nodes of the configured chains, each behind a circuit breaker. A request waits at most a moment, asks only while
 * few others do, and not at all right after a failure: a node that is slow or gone costs an answer one figure, not
 * its time. One subject that is too much for a node does not keep it from being asked for others.
 */
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
  return async (chainId, question, subject) => {
    const node = nodes.find((candidate) => candidate.chainId === chainId || candidate.chainId === undefined);
    if (!node || running >= maxConcurrent || isOpen(node, subject) || !isDue(node, maxPerSecond))
      return { kind: 'silent' };
    running += 1;
    try {
      return await inTime(requestNode(node, chainId, question), timeoutMs);
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

/** False while the circuit is open, and when this second has had its requests. */
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

/** After a failure: of a subject that may be too much, that of the node opens only when it does not answer at all. */
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

/** A node that RPC_URL alone names must first say of which chain it is. */
async function requestNode<T>(
  node: Node,
  chainId: number,
  question: (rpc: Rpc) => Promise<T>,
): Promise<NodeAnswer<T>> {
  node.chainId ??= await fetchChainId(node.rpc);
  if (node.chainId !== chainId) return { kind: 'silent' };
  return { kind: 'answered', value: await question(node.rpc) };
}

async function inTime<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  const stopped = new AbortController();
  const late = delay(timeoutMs, undefined, { signal: stopped.signal, ref: false }).then(() => {
    throw new AppError('node_unreachable', 'The node did not answer in time.');
  });
  // When the answer wins, the timer is given up: that rejection is nobody's.
  late.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    stopped.abort();
  }
}
