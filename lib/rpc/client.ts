import pLimit from 'p-limit';
import { HttpRequestError, http, RpcRequestError, TimeoutError } from 'viem';
import { AppError } from '@/lib/errors';
import { hostOf } from '@/lib/log';
import { createBackoff, pause } from '@/lib/retry';
import { createAnswerFetch } from './fetch-answer';
import type { Refusal } from './refusal';
import { createRequestSignals } from './request-signals';
import { AnswerTooLargeError, RpcError } from './rpc-error';

/**
 * A JSON-RPC node, or several with failover. `request` returns the raw, untrusted result. It throws AppError
 * `node_unreachable` or `node_answer`, an RpcError for an error response.
 */
export type Rpc = Readonly<{
  hosts: readonly string[];
  request(method: string, params: readonly unknown[]): Promise<unknown>;
}>;

/** `urls` in order of preference. Aborting `signal` aborts every request. Times in ms, sizes in bytes. */
export type RpcOptions = Readonly<{
  urls: readonly string[];
  signal?: AbortSignal;
  timeoutMs?: number;
  retries?: number;
  maxAnswerBytes?: number;
  now?: () => number;
}>;

/** Cheap requests that come in large numbers. */
const BATCHED: ReadonlySet<string> = new Set([
  'eth_getCode',
  'eth_getStorageAt',
  'eth_call',
  'eth_getBalance',
  'eth_getTransactionReceipt',
  'eth_getTransactionByHash',
]);
/** Requests that take a node seconds. */
const SLOW: ReadonlySet<string> = new Set(['debug_traceBlockByNumber', 'trace_block']);
const SLOW_FACTOR = 4;
const DEFAULT_RETRIES = 5;
const BATCH_SIZE = 100;
const MAX_IN_FLIGHT = 32;
/** Traces of a block may be tens of megabytes, several times that once parsed. */
const MAX_SLOW_IN_FLIGHT = 3;
/** Time on a fallback after which the first node is tried again. */
const RETURN_AFTER_MS = 60_000;
/** Time after which a method that a node lacks is tried again. */
const MISSING_FOR_MS = 5 * 60_000;
/** Retries of what all nodes refuse for the moment, and their backoff. */
const MAX_TRANSIENT_RETRIES = 2;
const TRANSIENT_BACKOFF = { firstMs: 250, maxMs: 1_000 };
/** Error codes that viem has retried already. */
const RETRIED_BY_VIEM: ReadonlySet<number> = new Set([-1, -32603, -32005, 429]);

type Send = (method: string, params: readonly unknown[]) => Promise<unknown>;
/** One URL and its transports. `missing` maps methods that the node lacks to when they may be tried again (Unix ms). */
type Node = {
  host: string;
  single: Send;
  slow: Send;
  batched: Send;
  takesBatches: boolean;
  missing: Map<string, number>;
};

/**
 * A client over viem's http transports: retries with backoff (honoring a 429's Retry-After), batches, fails over to
 * the next URL, and skips methods that a node lacks for minutes. Errors never contain URLs, which may hold keys.
 */
export function createRpc(options: RpcOptions): Rpc {
  const { signal, retries = DEFAULT_RETRIES } = options;
  const nodes = options.urls.map((url) => createNode(url, { ...options, retries }));
  const send = createFailover(nodes, options);
  const maxRetries = Math.min(retries, MAX_TRANSIENT_RETRIES);
  return {
    hosts: nodes.map((node) => node.host),
    async request(method, params) {
      const backoff = createBackoff(TRANSIENT_BACKOFF);
      for (;;) {
        try {
          return await send(method, params);
        } catch (error) {
          if (signal?.aborted || backoff.failures >= maxRetries || !isWorthRetrying(error)) throw error;
          await pause(backoff.next(), signal);
        }
      }
    },
  };
}

function isWorthRetrying(error: unknown): boolean {
  return error instanceof RpcError && error.refusal === 'transient' && !RETRIED_BY_VIEM.has(error.rpcCode);
}

/** Sends to the preferred node first, then to the others in order. */
function createFailover(nodes: readonly Node[], { signal, now = Date.now }: RpcOptions): Send {
  let preferred = 0;
  let movedAt = 0;
  return async (method, params) => {
    if (preferred !== 0 && now() - movedAt > RETURN_AFTER_MS) preferred = 0;
    const failures: unknown[] = [];
    for (let turn = 0; turn < nodes.length; turn++) {
      const position = (preferred + turn) % nodes.length;
      const node = nodes[position];
      if (!node || (node.missing.get(method) ?? 0) > now()) continue;
      try {
        const result = await sendTo(node, method, params);
        const isMove = failures.some((failure) => !(failure instanceof RpcError));
        if (isMove) [preferred, movedAt] = [position, now()];
        return result;
      } catch (error) {
        if (signal?.aborted) throw error;
        if (error instanceof RpcError && error.refusal === 'reverted') throw error;
        if (error instanceof RpcError && error.refusal === 'missing')
          node.missing.set(method, now() + MISSING_FOR_MS);
        failures.push(error);
      }
    }
    throw chooseFailure(failures, method);
  };
}

/** The most hopeful failure: a node that was out of reach, or refused for the moment, may answer later. */
function chooseFailure(failures: readonly unknown[], method: string): unknown {
  const isRefusal = (failure: unknown, refusal: Refusal) =>
    failure instanceof RpcError && failure.refusal === refusal;
  return (
    failures.find((failure) => !(failure instanceof RpcError)) ??
    failures.find((failure) => isRefusal(failure, 'transient')) ??
    failures.find((failure) => isRefusal(failure, 'refused')) ??
    failures[0] ??
    new RpcError(method, { code: -32601, message: 'no node offers this method' })
  );
}

function createNode(url: string, options: RpcOptions): Node {
  const { timeoutMs = 20_000, retries = DEFAULT_RETRIES, maxAnswerBytes = 128 * 1024 * 1024 } = options;
  const signal = options.signal ?? new AbortController().signal;
  const open = (limits: { timeoutMs: number; batch: boolean }): Send => {
    const transport = http(url, {
      batch: limits.batch ? { batchSize: BATCH_SIZE } : false,
      fetchFn: createAnswerFetch({ maxBytes: maxAnswerBytes, timeoutMs: limits.timeoutMs }),
      maxResponseBodySize: false,
      retryCount: retries,
      // viem's own timer covers the headers only and must not fire first.
      timeout: limits.timeoutMs + 1_000,
    })({});
    const nextSignal = createRequestSignals(signal);
    return (method, params) => transport.request({ method, params }, { signal: nextSignal() });
  };
  return {
    host: hostOf(url),
    single: limitInFlight(open({ timeoutMs, batch: false }), MAX_IN_FLIGHT),
    slow: limitInFlight(open({ timeoutMs: timeoutMs * SLOW_FACTOR, batch: false }), MAX_SLOW_IN_FLIGHT),
    batched: open({ timeoutMs, batch: true }),
    takesBatches: true,
    missing: new Map(),
  };
}

async function sendTo(node: Node, method: string, params: readonly unknown[]): Promise<unknown> {
  const subject = { host: node.host, method };
  const isBatched = BATCHED.has(method) && node.takesBatches;
  const send = isBatched ? node.batched : SLOW.has(method) ? node.slow : node.single;
  try {
    return requireResult(subject, await send(method, params));
  } catch (error) {
    if (!isBatched || !isBatchRefusal(error)) throw toAppError(subject, error);
    if (!findCause(error, AnswerTooLargeError)) node.takesBatches = false;
  }
  try {
    return requireResult(subject, await node.single(method, params));
  } catch (error) {
    throw toAppError(subject, error);
  }
}

type Subject = Readonly<{ host: string; method: string }>;

function requireResult({ host, method }: Subject, result: unknown): unknown {
  if (result === undefined)
    throw new AppError('node_answer', `${host} ${method}: the answer holds no result.`);
  return result;
}

/** True for an error about the batch itself: its requests are then sent one by one. */
function isBatchRefusal(error: unknown): boolean {
  const status = findCause(error, HttpRequestError)?.status;
  const isRefused = status !== undefined && [400, 405, 413, 415, 501].includes(status);
  return isRefused || findCause(error, AnswerTooLargeError) !== undefined;
}

/** Translates viem's error, dropping its text, which holds the URL and the whole request. */
function toAppError({ host, method }: Subject, error: unknown): AppError {
  const refused = findCause(error, RpcRequestError);
  if (refused)
    return new RpcError(method, { code: refused.code, message: refused.details, data: refused.data }, host);
  const subject = `${host} ${method}`;
  const ours = findCause(error, AppError);
  if (ours) return ours;
  if (findCause(error, SyntaxError))
    return new AppError('node_answer', `${subject}: the answer is not JSON.`);
  if (findCause(error, TimeoutError) || findCause(error, DOMException)) {
    return new AppError('node_unreachable', `${subject}: no answer in time.`);
  }
  const status = findCause(error, HttpRequestError)?.status;
  if (status !== undefined) return new AppError('node_unreachable', `${subject}: HTTP status ${status}.`);
  const root = rootCause(error);
  const reason = root !== undefined && 'code' in root ? ` (${String(root.code)})` : '';
  if (root instanceof TypeError && reason === '') {
    return new AppError('node_answer', `${subject}: the answer is no JSON-RPC answer.`);
  }
  return new AppError('node_unreachable', `${subject}: the connection failed${reason}.`);
}

function rootCause(error: unknown): Error | undefined {
  let root: Error | undefined;
  for (let at = error; at instanceof Error && at !== root; at = at.cause) root = at;
  return root;
}

function findCause<T>(error: unknown, type: abstract new (...args: never[]) => T): T | undefined {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof type) return at;
  return undefined;
}

function limitInFlight(send: Send, concurrency: number): Send {
  const limit = pLimit(concurrency);
  return (method, params) => limit(send, method, params);
}
