import { setTimeout as delay } from 'node:timers/promises';
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
  mostAtOnce: number;
  mostPerSecond?: number;
  maxAnswerBytes?: number;
}>;

/** After a failure nobody waits for that chain's node again so soon. */
const REST_MS = 5_000;
/** Nor for a subject that the node failed at, though it answers otherwise. */
const SUBJECT_REST_MS = 60_000;
const MAX_SUBJECTS = 1_000;

type Node = {
  rpc: Rpc;
  chainId: number | undefined;
  restsUntil: number;
  /** Until when subjects rest, those that have rested longest first. */
  subjects: Map<string, number>;
  second: number;
  asked: number;
};

/**
 * The nodes of the configured chains, for questions of requests. A request waits at most a moment, asks only while
 * few others do, and not at all right after a failure: a node that is slow or gone costs an answer one figure, not
 * its time. One subject that is too much for a node does not keep it from being asked for others.
 */
export function createChainNodes(options: {
  chains: readonly Pick<ChainConfig, 'id' | 'rpcUrls'>[];
  log: Logger;
  limits: NodeLimits;
}): ChainNodes {
  const { timeoutMs, mostAtOnce, mostPerSecond = Number.POSITIVE_INFINITY, maxAnswerBytes } = options.limits;
  const size = maxAnswerBytes === undefined ? {} : { maxAnswerBytes };
  const nodes = options.chains.map(
    ({ id, rpcUrls }): Node => ({
      rpc: createRpc({ urls: rpcUrls, timeoutMs, retries: 0, ...size }),
      chainId: id,
      restsUntil: 0,
      subjects: new Map(),
      second: 0,
      asked: 0,
    }),
  );
  let asking = 0;
  return async (chainId, question, subject) => {
    const node = nodes.find((candidate) => candidate.chainId === chainId || candidate.chainId === undefined);
    if (!node || asking >= mostAtOnce || doesRest(node, subject) || !isDue(node, mostPerSecond))
      return { kind: 'silent' };
    asking += 1;
    try {
      return await inTime(askNode(node, chainId, question), timeoutMs);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error instanceof AnswerTooLargeError) return { kind: 'large' };
      if (error instanceof RpcError && !error.isRateLimit) return { kind: 'refused' };
      rest(node, subject);
      options.log.warn({ error, chain: chainId }, 'the node did not answer a request');
      return { kind: 'silent' };
    } finally {
      asking -= 1;
    }
  };
}

/** False while the node rests, and when it was asked often enough in this second. */
function isDue(node: Node, mostPerSecond: number): boolean {
  const now = Date.now();
  const second = Math.floor(now / 1_000);
  if (node.second !== second) [node.second, node.asked] = [second, 0];
  if (node.restsUntil > now || node.asked >= mostPerSecond) return false;
  node.asked += 1;
  return true;
}

function doesRest(node: Node, subject: string | undefined): boolean {
  return subject !== undefined && (node.subjects.get(subject) ?? 0) > Date.now();
}

/** After a failure: of a subject that may be too much, the node itself rests only when it does not answer at all. */
function rest(node: Node, subject: string | undefined): void {
  const restNode = () => {
    node.restsUntil = Date.now() + REST_MS;
  };
  if (subject === undefined) {
    restNode();
    return;
  }
  node.subjects.delete(subject);
  node.subjects.set(subject, Date.now() + SUBJECT_REST_MS);
  for (const oldest of node.subjects.keys())
    if (node.subjects.size > MAX_SUBJECTS) node.subjects.delete(oldest);
  fetchHead(node.rpc).catch(restNode);
}

/** A node that RPC_URL alone names must first say of which chain it is. */
async function askNode<T>(
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
