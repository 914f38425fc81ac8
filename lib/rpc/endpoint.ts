import { setMaxListeners } from 'node:events';
import DataLoader from 'dataloader';
import { AppError } from '@/lib/errors';
import { hostOf } from '@/lib/log';
import { inSpan } from '@/lib/tracing';
import { fetchBounded, type HttpAnswer } from './bounded-fetch';
import type { Endpoint, Send } from './failover';
import { createGate, type Gate, type Post } from './gate';
import { limitsOf } from './method-limits';
import {
  HttpStatusError,
  MalformedResponseError,
  type Outcome,
  type Reading,
  readBatch,
  readResponse,
  TOO_MANY_REQUESTS,
  UnboundedResponseError,
} from './read-response';
import { NoAnswerError, RpcError } from './rpc-error';

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
const MAX_NAME = 40;
const MAX_BATCH_BYTES = 64 * 1024 * 1024;
/** Requests of one tick that are divided into batches together. */
const MAX_LOADED = 1_000;
/** Time after which an unsupported method is tried again. */
const MISSING_FOR_MS = 5 * 60_000;
/** Transient HTTP statuses below 500. */
const PASSING: ReadonlySet<number> = new Set([403, 408, 413, 429]);

type RpcRequest = Reading &
  Readonly<{ method: string; params: readonly unknown[]; isAlone: boolean; timeoutMs: number }>;

/** An endpoint over HTTP: batches cheap requests, and remembers unsupported methods for minutes. */
export function createEndpoint(url: string, options: EndpointOptions): Endpoint {
  const { now = Date.now, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const host = hostOf(url);
  const transport = createTransport(url, options);
  const missing = new Map<string, number>();
  const send: Send = async (method, params, { isShort = false, isAlone = false, ...reading } = {}) => {
    const whole = limitsOf(method).isSlow ? timeoutMs * SLOW_FACTOR : timeoutMs;
    const short = Math.min(whole, Math.max(whole * SHORT_FACTOR, MIN_SHORT_MS));
    try {
      const outcome = await transport.send({
        ...reading,
        ...{ method, params, isAlone, timeoutMs: isShort ? short : whole },
      });
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
    backlogMs: transport.backlogMs,
    callsPerSecond: transport.callsPerSecond,
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

type Transport = Pick<Gate, 'backlogMs' | 'callsPerSecond'> &
  Readonly<{ send(request: RpcRequest): Promise<Outcome> }>;

function createTransport(url: string, options: EndpointOptions): Transport {
  // Requests in flight all listen.
  if (options.signal) setMaxListeners(0, options.signal);
  const gate = createGate(createPost(url, options), options.signal);
  const batches = createBatches(gate);
  return {
    send: (request) =>
      request.isAlone || !limitsOf(request.method).isBatched ? sendOne(gate, request) : batches.load(request),
    backlogMs: gate.backlogMs,
    callsPerSecond: gate.callsPerSecond,
  };
}

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
  return (body, { maxBytes, ...rest }) => {
    const limits = { ...rest, maxBytes: Math.min(maxBytes, maxAnswerBytes), signal };
    return fetchBounded(url.href, { method: 'POST', headers, body: JSON.stringify(body) }, limits);
  };
}

async function sendOne(gate: Gate, request: RpcRequest): Promise<Outcome> {
  const { method, params, timeoutMs } = request;
  const filter = request.filter?.();
  const { maxDepth, maxBytes, isSlow } = limitsOf(method);
  const body = { jsonrpc: '2.0', id: 1, method, params };
  const read = async (answer: HttpAnswer) => [await readResponse(answer, maxDepth, request.read)];
  const [outcome] = await gate.exchange({
    body,
    calls: 1,
    kind: method,
    isSlow,
    maxBytes,
    timeoutMs,
    filter,
    read,
  });
  if (!outcome) throw new MalformedResponseError('the response has no result');
  return outcome;
}

/** Batches requests of the same tick, in batches that the endpoint takes. */
function createBatches(gate: Gate): DataLoader<RpcRequest, Outcome> {
  return new DataLoader((requests: readonly RpcRequest[]) => sendSome(gate, requests), {
    cache: false,
    maxBatchSize: MAX_LOADED,
  });
}

/** The outcomes or errors of requests. A refused batch is sent again in smaller ones. */
async function sendSome(gate: Gate, requests: readonly RpcRequest[]): Promise<(Outcome | Error)[]> {
  const { length } = requests;
  const most = gate.batchSize();
  try {
    const [first] = requests;
    if (first && length === 1) return [await sendOne(gate, first)];
    if (length <= most) return await sendBatch(gate, requests);
  } catch (error) {
    if (length === 1 || !gate.noteRefusedBatch(length, error)) {
      const failure = error instanceof Error ? error : new Error(String(error));
      return requests.map(() => failure);
    }
    return sendSome(gate, requests);
  }
  const parts = Array.from({ length: Math.ceil(length / most) }, (_, at) =>
    requests.slice(at * most, (at + 1) * most),
  );
  return (await Promise.all(parts.map((part) => sendSome(gate, part)))).flat();
}

async function sendBatch(gate: Gate, requests: readonly RpcRequest[]): Promise<Outcome[]> {
  const body = requests.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }));
  const limits = requests.map(({ method }) => limitsOf(method));
  const bytes = limits.reduce((sum, { maxBytes }) => sum + maxBytes, 0);
  const maxDepth = Math.max(...limits.map((one) => one.maxDepth));
  const ids = body.map(({ id }) => id);
  return gate.exchange({
    body,
    calls: requests.length,
    kind: `${requests[0]?.method} in a batch`,
    maxBytes: Math.min(bytes, MAX_BATCH_BYTES),
    timeoutMs: Math.max(...requests.map((request) => request.timeoutMs)),
    read: (answer) => readBatch(answer, ids, maxDepth),
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
    isRateLimit: status === TOO_MANY_REQUESTS,
  });
}

function rootCause(error: unknown): Error | undefined {
  let root: Error | undefined;
  for (let at = error; at instanceof Error && at !== root; at = at.cause) root = at;
  return root;
}
