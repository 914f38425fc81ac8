import pLimit from 'p-limit';
import { HttpRequestError, http, RpcRequestError, TimeoutError } from 'viem';
import { AppError } from '@/lib/errors';
import { hostOf } from '@/lib/log';
import { createAnswerFetch } from './fetch-answer';
import { createRequestSignals } from './request-signals';
import { AnswerTooLargeError, RpcError } from './rpc-error';

/**
 * A JSON-RPC node, or several that stand in for each other. `request` gives the raw result, never trusted, and
 * throws AppError `node_unreachable` or `node_answer`; an RpcError when the node itself refused.
 */
export type Rpc = Readonly<{
  hosts: readonly string[];
  request(method: string, params: readonly unknown[]): Promise<unknown>;
}>;

/** `urls` in the order of preference. Aborting `signal` ends every request. Times in ms, sizes in bytes. */
export type RpcOptions = Readonly<{
  urls: readonly string[];
  signal?: AbortSignal;
  timeoutMs?: number;
  retries?: number;
  maxAnswerBytes?: number;
}>;

/** Small questions that come in crowds travel together. */
const BATCHED: ReadonlySet<string> = new Set([
  'eth_getCode',
  'eth_getStorageAt',
  'eth_call',
  'eth_getBalance',
  'eth_getTransactionReceipt',
  'eth_getTransactionByHash',
]);
/** Answers that a node must first compute. */
const SLOW: ReadonlySet<string> = new Set(['debug_traceBlockByNumber', 'trace_block']);
const SLOW_FACTOR = 4;
const BATCH_SIZE = 100;
const MAX_IN_FLIGHT = 32;
/** Traces of a block may be tens of megabytes, several times that once parsed. */
const MAX_SLOW_IN_FLIGHT = 3;
/** After this long on a stand-in the first node is tried again. */
const RETURN_AFTER_MS = 60_000;

type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>;
/** One URL: what it is asked through, and what was learned about it. */
type Node = {
  host: string;
  single: Ask;
  slow: Ask;
  batched: Ask;
  takesBatches: boolean;
  missing: Set<string>;
};

/**
 * A client over viem's http transports: retries with backoff (a 429's Retry-After is honoured), batches, moves to
 * the next URL when one fails, and remembers by node which methods it does not offer. URLs are never part of an
 * error: they may hold keys.
 */
export function createRpc(options: RpcOptions): Rpc {
  const nodes = options.urls.map((url) => createNode(url, options));
  let preferred = 0;
  let movedAt = 0;
  return {
    hosts: nodes.map((node) => node.host),
    async request(method, params) {
      if (preferred !== 0 && Date.now() - movedAt > RETURN_AFTER_MS) preferred = 0;
      const failures: unknown[] = [];
      for (let turn = 0; turn < nodes.length; turn++) {
        const position = (preferred + turn) % nodes.length;
        const node = nodes[position];
        if (!node || node.missing.has(method)) continue;
        try {
          const result = await askNode(node, method, params);
          const isMove = failures.some((failure) => !(failure instanceof RpcError));
          if (isMove) [preferred, movedAt] = [position, Date.now()];
          return result;
        } catch (error) {
          if (options.signal?.aborted) throw error;
          if (error instanceof RpcError && error.isRevert) throw error;
          if (error instanceof RpcError && error.isMissingMethod) node.missing.add(method);
          failures.push(error);
        }
      }
      throw chooseFailure(failures, method);
    },
  };
}

/** A node that could not be asked might have answered: that is said rather than the refusal of another one. */
function chooseFailure(failures: readonly unknown[], method: string): unknown {
  const silent = failures.find((failure) => !(failure instanceof RpcError));
  const missing = () => new RpcError(method, { code: -32601, message: 'no node offers this method' });
  return silent ?? failures[0] ?? missing();
}

function createNode(url: string, options: RpcOptions): Node {
  const { timeoutMs = 20_000, retries = 5, maxAnswerBytes = 128 * 1024 * 1024 } = options;
  const signal = options.signal ?? new AbortController().signal;
  const ask = (limits: { timeoutMs: number; batch: boolean }): Ask => {
    const transport = http(url, {
      batch: limits.batch ? { batchSize: BATCH_SIZE } : false,
      fetchFn: createAnswerFetch({ maxBytes: maxAnswerBytes, timeoutMs: limits.timeoutMs }),
      maxResponseBodySize: false,
      retryCount: retries,
      // viem's own timer, which covers the headers only, must not come first.
      timeout: limits.timeoutMs + 1_000,
    })({});
    const nextSignal = createRequestSignals(signal);
    return (method, params) => transport.request({ method, params }, { signal: nextSignal() });
  };
  return {
    host: hostOf(url),
    single: limitInFlight(ask({ timeoutMs, batch: false }), MAX_IN_FLIGHT),
    slow: limitInFlight(ask({ timeoutMs: timeoutMs * SLOW_FACTOR, batch: false }), MAX_SLOW_IN_FLIGHT),
    batched: ask({ timeoutMs, batch: true }),
    takesBatches: true,
    missing: new Set(),
  };
}

async function askNode(node: Node, method: string, params: readonly unknown[]): Promise<unknown> {
  const subject = `${node.host} ${method}`;
  const isBatched = BATCHED.has(method) && node.takesBatches;
  const ask = isBatched ? node.batched : SLOW.has(method) ? node.slow : node.single;
  try {
    return requireResult(subject, await ask(method, params));
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

function requireResult(subject: string, result: unknown): unknown {
  if (result === undefined) throw new AppError('node_answer', `${subject}: the answer holds no result.`);
  return result;
}

/** Such an answer blames the batch, not one of its questions, which are then asked one by one. */
function isBatchRefusal(error: unknown): boolean {
  const status = findCause(error, HttpRequestError)?.status;
  const isRefused = status !== undefined && [400, 405, 413, 415, 501].includes(status);
  return isRefused || findCause(error, AnswerTooLargeError) !== undefined;
}

/** What viem threw, in our terms, without its text: that holds the URL and the whole request. */
function toAppError(subject: string, error: unknown): AppError {
  const refused = findCause(error, RpcRequestError);
  if (refused)
    return new RpcError(subject, { code: refused.code, message: refused.details, data: refused.data });
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

function limitInFlight(ask: Ask, concurrency: number): Ask {
  const limit = pLimit(concurrency);
  return (method, params) => limit(ask, method, params);
}
