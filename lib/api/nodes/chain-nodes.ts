import type { LRUCache } from 'lru-cache';
import { createBoundedCache } from '@/lib/bounded-cache';
import type { ChainConfig } from '@/lib/config';
import { AppError } from '@/lib/errors';
import type { Logger } from '@/lib/log';
import { createRpc, type Rpc } from '@/lib/rpc/client';
import { DEV_CHAIN_IDS } from '@/lib/rpc/dev-node';
import { fetchChainId, fetchHead } from '@/lib/rpc/methods';
import { AnswerTooLargeError, RpcError } from '@/lib/rpc/rpc-error';
import { type Cache, createCache } from '../cache';
import { type InvalidAnswer, inTime, type NodeRequest, requestValidated } from './validated-request';

/**
 * A node's result: `refused` if unsupported, `large` if too large.
 * `invalid` says why no endpoint gave a valid answer.
 */
export type NodeAnswer<T> = Readonly<
  | { kind: 'answered'; value: T; invalid?: InvalidAnswer | undefined }
  | { kind: 'refused' }
  | { kind: 'large' }
  | Unavailable
>;

/**
 * No result. `late`: the node did not answer in time. Otherwise the request was not sent. `busy`: the limit of concurrent
 * requests, or of requests in this second, is reached. `cooldown`: the node, or this subject, timed out recently. `absent`:
 * no node of the chain is configured. `retryMs` is when to retry; undefined when waiting does not help.
 */
export type Unavailable = Readonly<{
  kind: 'unavailable';
  why: 'busy' | 'cooldown' | 'late' | 'absent';
  retryMs: number | undefined;
}>;

/** Options of one request. */
type RequestOptions<T> = Readonly<{
  /** Keys a separate circuit for what is expensive to answer. */
  subject?: string | undefined;
  /** Says why an answer is invalid; the other endpoints are then tried, too. */
  validate?: (value: T) => InvalidAnswer | undefined;
}>;

/** Sends a request to a chain's node; answers of an endpoint of another chain are not used. */
export type ChainNodes = <T>(
  chainId: number,
  request: (rpc: Rpc) => Promise<T>,
  options?: RequestOptions<T>,
) => Promise<NodeAnswer<T>>;

/** Limits of the requests to one chain's node. */
export type NodeLimits = Readonly<{
  timeoutMs: number;
  /** Where it is a development node by its settings or its chain ID, which answers nobody else. */
  devTimeoutMs?: number;
  maxConcurrent: number;
  maxPerSecond?: number;
  maxAnswerBytes?: number;
}>;

/** The configured chains, the log of failures, and a timeout that overrides the default. */
export type NodeOptions = Readonly<{
  chains: readonly (Pick<ChainConfig, 'id' | 'rpcUrls'> & Partial<Pick<ChainConfig, 'dev'>>)[];
  log: Logger;
  timeoutMs?: number;
}>;

/** How long a chain's node is given. */
export function timeoutOf(
  { chains, timeoutMs }: NodeOptions,
  limits: NodeLimits,
  chainId: number | undefined,
): number {
  const chain = chains.find(({ id }) => id === chainId || id === undefined);
  // with another chain ID it may be a node that is open to everyone
  const isDev = chain?.dev === 'on' || (chain?.dev === 'auto' && DEV_CHAIN_IDS.has(chainId ?? 0));
  return timeoutMs ?? (isDev ? limits.devTimeoutMs : undefined) ?? limits.timeoutMs;
}

const ABSENT: Unavailable = { kind: 'unavailable', why: 'absent', retryMs: undefined };
const SECOND_MS = 1_000;
const OPEN_MS = 5_000;
/** Both for what may be a development node, which is restarted all the time, perhaps as another chain. */
const DEV_MS = 500;
const SUBJECT_OPEN_MS = 60_000;
const MAX_SUBJECTS = 1_000;
const SUBJECTS = {
  ...{ name: 'failed_requests', maxBytes: 500 * MAX_SUBJECTS, maxKeys: MAX_SUBJECTS, ttlMs: SUBJECT_OPEN_MS },
};
/** How long the chain ID of an endpoint is cached. */
const CHAIN_ID_MS = 60_000;
const MAX_HOSTS = 100;

type Node = {
  rpc: Rpc;
  /** As configured. */
  chainId: number | undefined;
  chainIds: Cache<number>;
  /** How long it is left alone after a failure. */
  openMs: number;
  openUntil: number;
  openSubjects: LRUCache<string, true>;
  second: number;
  requests: number;
  running: number;
};

type LimitedOptions = NodeOptions & { limits: NodeLimits };

function openNode(
  options: LimitedOptions,
  { id, rpcUrls, dev = 'off' }: NodeOptions['chains'][number],
): Node {
  const { limits, log } = options;
  const { maxAnswerBytes } = limits;
  const size = maxAnswerBytes === undefined ? {} : { maxAnswerBytes };
  return {
    rpc: createRpc({ urls: rpcUrls, timeoutMs: timeoutOf(options, limits, id), retries: 0, log, ...size }),
    chainId: id,
    // An endpoint that was on another chain is checked again.
    chainIds: createCache({
      name: 'endpoint_chains',
      ttlMs: dev === 'off' ? CHAIN_ID_MS : DEV_MS,
      maxKeys: MAX_HOSTS,
      now: () => Date.now(),
      isCacheable: (answered) => id === undefined || answered === id,
    }),
    openMs: dev === 'off' ? OPEN_MS : DEV_MS,
    openUntil: 0,
    openSubjects: createBoundedCache(SUBJECTS),
    second: 0,
    requests: 0,
    running: 0,
  };
}

/** The configured chains' nodes behind circuit breakers: a slow node costs a response one value, not its latency. */
export function createChainNodes(options: LimitedOptions): ChainNodes {
  const { maxConcurrent, maxPerSecond = Number.POSITIVE_INFINITY } = options.limits;
  const nodes = options.chains.map((chain) => openNode(options, chain));
  return async (chainId, request, how = {}) => {
    const { subject } = how;
    const node = nodes.find((candidate) => candidate.chainId === chainId || candidate.chainId === undefined);
    if (!node) return ABSENT;
    const cooldown = cooldownOf(node, subject);
    if (cooldown > 0) return { kind: 'unavailable', why: 'cooldown', retryMs: cooldown };
    const wait = node.running >= maxConcurrent ? SECOND_MS : countRequest(node, maxPerSecond);
    if (wait > 0) return { kind: 'unavailable', why: 'busy', retryMs: wait };
    node.running += 1;
    try {
      const timeoutMs = timeoutOf(options, options.limits, chainId);
      const sent = { request, validate: how.validate, timeoutMs };
      return await inTime(requestNode(node, chainId, sent), timeoutMs);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error instanceof AnswerTooLargeError) return { kind: 'large' };
      if (error instanceof RpcError && !error.isRateLimit) return { kind: 'refused' };
      openCircuit(node, subject);
      options.log.warn({ error, chain: chainId }, 'node did not respond');
      return { kind: 'unavailable', why: 'late', retryMs: cooldownOf(node, subject) };
    } finally {
      node.running -= 1;
    }
  };
}

/** Counts a request; returns how many ms to wait if the limit per second is reached. */
function countRequest(node: Node, maxPerSecond: number): number {
  const now = performance.now();
  const second = Math.floor(now / SECOND_MS);
  if (node.second !== second) [node.second, node.requests] = [second, 0];
  if (node.requests >= maxPerSecond) return (second + 1) * SECOND_MS - now;
  node.requests += 1;
  return 0;
}

/** Remaining cooldown in ms of the node, or of the subject. */
function cooldownOf({ openUntil, openSubjects }: Node, subject: string | undefined): number {
  const ofSubject = subject === undefined ? 0 : openSubjects.getRemainingTTL(subject);
  return Math.max(openUntil - performance.now(), ofSubject, 0);
}

/** Opens the subject's circuit; the node's only if there is none or the node is unresponsive. */
function openCircuit(node: Node, subject: string | undefined): void {
  const openNode = () => {
    node.openUntil = performance.now() + node.openMs;
  };
  if (subject === undefined) openNode();
  else {
    node.openSubjects.set(subject, true);
    fetchHead(node.rpc).catch(openNode);
  }
}

/** A node without a configured chain ID is identified first. */
async function requestNode<T>(node: Node, chainId: number, sent: NodeRequest<T>): Promise<NodeAnswer<T>> {
  const { rpc, chainIds } = node;
  if (node.chainId === undefined && (await identify(node)) !== chainId) return ABSENT;
  const checked = await requestValidated({ rpc, chainId, chainIds }, sent);
  if (!checked) {
    node.openUntil = performance.now() + node.openMs;
    return ABSENT;
  }
  const { value, invalid } = checked;
  return { kind: 'answered', value, ...(invalid && { invalid }) };
}

function identify({ rpc, chainIds }: Node): Promise<number> {
  return chainIds('', async () => {
    const view = rpc.observe();
    const chainId = await fetchChainId(view);
    await Promise.all(view.answeredBy().map((host) => chainIds(host, async () => chainId)));
    return chainId;
  });
}

/** An answer without what was asked for is a refusal. */
export function refuseAbsent<T>(answer: NodeAnswer<T | undefined>): NodeAnswer<T> {
  if (answer.kind !== 'answered') return answer;
  const { value } = answer;
  return value === undefined ? { kind: 'refused' } : { ...answer, value };
}
