import { setMaxListeners } from 'node:events';
import DataLoader from 'dataloader';
import pLimit from 'p-limit';
import { AppError } from '@/lib/errors';
import { hostOf } from '@/lib/log';
import { inSpan } from '@/lib/tracing';
import { type FetchLimits, fetchBounded, type HttpAnswer } from './bounded-fetch';
import type { Endpoint, Send } from './failover';
import { limitsOf } from './method-limits';
import {
  BatchRefusedError,
  HttpStatusError,
  MalformedResponseError,
  type Outcome,
  readBatch,
  readResponse,
  UnboundedResponseError,
} from './read-response';
import { AnswerTooLargeError, NoAnswerError, RpcError } from './rpc-error';

/** Times in ms, sizes in bytes. */
export type EndpointOptions = Readonly<{
  signal?: AbortSignal;
  timeoutMs?: number;
  maxAnswerBytes?: number;
  now?: () => number;
}>;

const DEFAULT_TIMEOUT_MS = 20_000;
const SLOW_FACTOR = 4;
/** A short try takes a quarter of the time, but no less than this. */
const SHORT_FACTOR = 1 / 4;
const MIN_SHORT_MS = 1_000;
const BATCH_SIZE = 100;
const MAX_NAME = 40;
const MAX_BATCH_BYTES = 64 * 1024 * 1024;
const MAX_IN_FLIGHT = 32;
/** Traces of a block may be tens of megabytes, several times that once parsed. */
const MAX_SLOW_IN_FLIGHT = 3;
/** Time after which an unsupported method is tried again. */
const MISSING_FOR_MS = 5 * 60_000;
/** HTTP statuses that reject a batch as a whole. */
const BATCH_REFUSALS: ReadonlySet<number> = new Set([400, 405, 413, 415, 501]);
/** Transient HTTP statuses below 500. */
const PASSING: ReadonlySet<number> = new Set([403, 408, 413, 429]);

type RpcRequest = Readonly<{
  method: string;
  params: readonly unknown[];
  isAlone: boolean;
  timeoutMs: number;
}>;

/** An endpoint over HTTP: batches cheap requests, and remembers unsupported methods for minutes. */
export function createEndpoint(url: string, options: EndpointOptions): Endpoint {
  const { now = Date.now, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const host = hostOf(url);
  const transport = createTransport(url, options);
  const missing = new Map<string, number>();
  const send: Send = async (method, params, { isShort = false, isAlone = false } = {}) => {
    const whole = limitsOf(method).isSlow ? timeoutMs * SLOW_FACTOR : timeoutMs;
    const short = Math.min(whole, Math.max(whole * SHORT_FACTOR, MIN_SHORT_MS));
    try {
      const outcome = await transport({ method, params, isAlone, timeoutMs: isShort ? short : whole });
      if (outcome.kind === 'result') return outcome.result;
      throw new RpcError(method, outcome.error, host);
    } catch (error) {
      if (error instanceof RpcError && error.refusal === 'missing')
        missing.set(method, now() + MISSING_FOR_MS);
      throw toAppError(`${host} ${method}`, error);
    }
  };
  const attributes = { 'rpc.system.name': 'jsonrpc', 'server.address': host };
  return {
    host,
    name: nameOf(url),
    lacks: (method) => (missing.get(method) ?? 0) > now(),
    send: (method, params, how) =>
      inSpan({ name: method, kind: 'client', attributes }, () => send(method, params, how)),
  };
}

/** The operator's name of the endpoint: the fragment of its URL, which is not sent. */
function nameOf(url: string): string | undefined {
  const name = new URL(url).hash.slice(1);
  if (name === '') return undefined;
  try {
    return decodeURIComponent(name).slice(0, MAX_NAME);
  } catch {
    return name.slice(0, MAX_NAME);
  }
}

type Transport = (request: RpcRequest) => Promise<Outcome>;

function createTransport(url: string, options: EndpointOptions): Transport {
  // Requests in flight all listen.
  if (options.signal) setMaxListeners(0, options.signal);
  const post = createPost(url, options);
  const sendOne = createSingle(post);
  const batches = createBatches(post);
  let takesBatches = true;
  return async (request) => {
    if (request.isAlone || !limitsOf(request.method).isBatched || !takesBatches) return sendOne(request);
    try {
      return await batches.load(request);
    } catch (error) {
      const isRefused =
        error instanceof BatchRefusedError ||
        (error instanceof HttpStatusError && BATCH_REFUSALS.has(error.status));
      if (!isRefused && !(error instanceof AnswerTooLargeError)) throw error;
      if (isRefused) takesBatches = false;
      return sendOne(request);
    }
  };
}

type Post = (body: object, limits: Omit<FetchLimits, 'signal'>) => Promise<HttpAnswer>;

/** Moves credentials of the URL to a header: fetch rejects them in URLs. */
function createPost(
  text: string,
  { signal, maxAnswerBytes = Number.POSITIVE_INFINITY }: EndpointOptions,
): Post {
  const url = new URL(text);
  const account = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const authorization = `Basic ${Buffer.from(account).toString('base64')}`;
  const headers = { 'content-type': 'application/json', ...(account !== ':' && { authorization }) };
  url.username = '';
  url.password = '';
  return (body, { maxBytes, timeoutMs }) => {
    const limits = { maxBytes: Math.min(maxBytes, maxAnswerBytes), timeoutMs, signal };
    return fetchBounded(url.href, { method: 'POST', headers, body: JSON.stringify(body) }, limits);
  };
}

function createSingle(post: Post): Transport {
  const [limit, slowLimit] = [pLimit(MAX_IN_FLIGHT), pLimit(MAX_SLOW_IN_FLIGHT)];
  let id = 0;
  const sendNow = async ({ method, params, timeoutMs }: RpcRequest): Promise<Outcome> => {
    id += 1;
    const { maxDepth, maxBytes } = limitsOf(method);
    return readResponse(
      await post({ jsonrpc: '2.0', id, method, params }, { maxBytes, timeoutMs }),
      maxDepth,
    );
  };
  return (request) => (limitsOf(request.method).isSlow ? slowLimit : limit)(sendNow, request);
}

/** Batches requests of the same tick; a single one is sent unbatched. */
function createBatches(post: Post): DataLoader<RpcRequest, Outcome> {
  const limit = pLimit(MAX_IN_FLIGHT);
  const sendNow = async (requests: readonly RpcRequest[]): Promise<Outcome[]> => {
    const entries = requests.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }));
    const limits = requests.map(({ method }) => limitsOf(method));
    const bytes = limits.reduce((sum, { maxBytes }) => sum + maxBytes, 0);
    const maxBytes = Math.min(bytes, MAX_BATCH_BYTES);
    const timeoutMs = Math.max(...requests.map((request) => request.timeoutMs));
    const maxDepth = Math.max(...limits.map((one) => one.maxDepth));
    const [first] = entries;
    if (first && entries.length === 1)
      return [readResponse(await post(first, { maxBytes, timeoutMs }), maxDepth)];
    const ids = entries.map(({ id }) => id);
    return readBatch(await post(entries, { maxBytes, timeoutMs }), ids, maxDepth);
  };
  return new DataLoader((requests: readonly RpcRequest[]) => limit(sendNow, requests), {
    cache: false,
    maxBatchSize: BATCH_SIZE,
  });
}

/** Describes the failure without the URL. */
function toAppError(subject: string, error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof MalformedResponseError)
    return new NoAnswerError(subject, {
      code: 'node_answer',
      reason: error.message,
      isWorthRetrying: !(error instanceof UnboundedResponseError),
    });
  if (error instanceof HttpStatusError) return describeStatus(subject, error);
  if (error instanceof DOMException)
    return new NoAnswerError(subject, { code: 'node_unreachable', reason: 'no answer in time' });
  const root = rootCause(error);
  const code = root !== undefined && 'code' in root ? ` (${String(root.code)})` : '';
  return new NoAnswerError(subject, { code: 'node_unreachable', reason: `the connection failed${code}` });
}

function describeStatus(subject: string, { status, retryAfterMs }: HttpStatusError): AppError {
  const isRedirect = status >= 300 && status < 400;
  return new NoAnswerError(subject, {
    code: 'node_unreachable',
    reason: isRedirect ? `HTTP status ${status}: redirects are not followed` : `HTTP status ${status}`,
    retryAfterMs,
    isWorthRetrying: status >= 500 || status < 200 || PASSING.has(status),
  });
}

function rootCause(error: unknown): Error | undefined {
  let root: Error | undefined;
  for (let at = error; at instanceof Error && at !== root; at = at.cause) root = at;
  return root;
}
