import pLimit from 'p-limit';
import { HttpRequestError, http, RpcRequestError, TimeoutError } from 'viem';
import { AppError } from '@/lib/errors';
import { hostOf } from '@/lib/log';
import type { Endpoint, Send } from './failover';
import { createAnswerFetch } from './fetch-answer';
import { createRequestSignals } from './request-signals';
import { AnswerTooLargeError, RpcError } from './rpc-error';

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
const BATCH_SIZE = 100;
const MAX_IN_FLIGHT = 32;
/** Traces of a block may be tens of megabytes, several times that once parsed. */
const MAX_SLOW_IN_FLIGHT = 3;
/** Time after which a method that a node lacks is tried again. */
const MISSING_FOR_MS = 5 * 60_000;

/** Times in ms, sizes in bytes. `retries` with backoff, honoring a 429's Retry-After. */
export type EndpointOptions = Readonly<{
  signal?: AbortSignal;
  timeoutMs?: number;
  retries: number;
  maxAnswerBytes?: number;
  now?: () => number;
}>;

/** Transports to one URL. */
type Node = { host: string; single: Send; slow: Send; batched: Send; takesBatches: boolean };

/** An endpoint over viem's http transports. A method that it lacks is skipped for minutes. */
export function createEndpoint(url: string, options: EndpointOptions): Endpoint {
  const { now = Date.now } = options;
  const node = createNode(url, options);
  const missing = new Map<string, number>();
  return {
    host: node.host,
    lacks: (method) => (missing.get(method) ?? 0) > now(),
    send: async (method, params) => {
      try {
        return await sendTo(node, method, params);
      } catch (error) {
        if (error instanceof RpcError && error.refusal === 'missing')
          missing.set(method, now() + MISSING_FOR_MS);
        throw error;
      }
    },
  };
}

function createNode(url: string, options: EndpointOptions): Node {
  const { timeoutMs = 20_000, retries, maxAnswerBytes = 128 * 1024 * 1024 } = options;
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
