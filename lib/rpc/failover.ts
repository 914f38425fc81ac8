import type { Logger } from '@/lib/log';
import { createBackoff, pause } from '@/lib/retry';
import { type Bench, createBench, type EndpointHealth } from './bench';
import { limitsOf } from './method-limits';
import type { Reading } from './read-response';
import type { Refusal } from './refusal';
import { AnswerTooLargeError, NoAnswerError, RpcError } from './rpc-error';

/**
 * A JSON-RPC node, or several endpoints with failover. `request` returns the raw, untrusted result. It throws AppError
 * `node_unreachable` or `node_answer`, an RpcError for an error response. `hosts` are the names of the endpoints:
 * unique, and without URLs, which may hold keys.
 */
export type Rpc = Readonly<{
  hosts: readonly string[];
  request(method: string, params: readonly unknown[], how?: RequestOptions): Promise<unknown>;
  /** A view of the same client. `answeredBy` names the endpoints whose results and reverts this view gave. */
  observe(): Rpc & Readonly<{ answeredBy(): readonly string[] }>;
  /** The endpoint returned incorrect data: for a time, longer each time, it is used only while all are benched. */
  bench(host: string, reason: string): void;
  /** Each endpoint as a client of its own, to compare their responses; one of several is asked once, without a retry. */
  endpoints: readonly Rpc[];
  health(): readonly EndpointHealth[];
}>;

/**
 * `isAlone`: not in a batch, whose members a node or a proxy before it may mix up. `isOnce`: each endpoint is tried at
 * most once, for results not worth waiting for. `read` and `filter`: how an answer is read, unless it is that of a batch.
 */
export type RequestOptions = Readonly<{ isAlone?: boolean; isOnce?: boolean }> & Reading;

/**
 * Sends one request. Throws AppError `node_unreachable` or `node_answer`, an RpcError for an error response. A short
 * try waits less, because another endpoint can be used.
 */
export type Send = (
  method: string,
  params: readonly unknown[],
  how?: RequestOptions & Readonly<{ isShort?: boolean }>,
) => Promise<unknown>;

/**
 * What answers at one URL. `host` names it in the log, `name` to everyone, if the operator gave one. `lacks` says that it
 * does not offer a method, `backlogMs` how long a call waits because the endpoint limits the rate.
 */
export type Endpoint = Readonly<{
  host: string;
  name?: string | undefined;
  send: Send;
  lacks?: (method: string) => boolean;
  backlogMs?: () => number;
  /** The rate that it allows, null for any. */
  callsPerSecond?: () => number | null;
}>;

/** Aborting `signal` ends every request. `retries` after all endpoints have failed, `noAnswerRetries` where none answered. */
export type FailoverOptions = Readonly<{
  signal?: AbortSignal | undefined;
  retries: number;
  noAnswerRetries?: number | undefined;
  log?: Logger | undefined;
  now?: (() => number) | undefined;
}>;

const BACKOFF = { firstMs: 200, maxMs: 4_000 };
/** Requests that take longer are logged, at most one line per interval. */
const LONG_MS = 10_000;

/** `hasOthers`: there are further endpoints, in this client or beside it. */
type ClientOptions = FailoverOptions & Readonly<{ hasOthers: boolean }>;
type PoolMember = Readonly<{ endpoint: Endpoint; bench: Bench; host: string }>;
/** `reverted` is set instead of a result when the call was executed and reverted. */
type Answer = Readonly<{ host: string; result?: unknown; reverted?: RpcError }>;
/** Sends a request to where it is answered. Throws as `Rpc.request` does, but not what reverted. */
export type FetchAnswer = (
  method: string,
  params: readonly unknown[],
  how?: RequestOptions,
) => Promise<Answer>;

/** One client of several endpoints, in order of preference; those of the same host are numbered. */
export function createFailover(endpoints: readonly Endpoint[], options: FailoverOptions): Rpc {
  const { now = Date.now } = options;
  const hosts = numberHosts(endpoints.map(({ host }) => host));
  const members = endpoints.map((endpoint, at): PoolMember => {
    const host = hosts[at] ?? endpoint.host;
    return { endpoint, host, bench: createBench({ host, name: endpoint.name ?? null }, now) };
  });
  const hasOthers = members.length > 1;
  const retries = hasOthers ? 0 : options.retries;
  const singles = members.map((member) => createClient([member], { ...options, retries, hasOthers }));
  return createClient(members, { ...options, hasOthers }, singles);
}

/** A view of a client that sends requests unbatched, so that responses cannot be mixed up. */
export function unbatched<R extends Rpc>(rpc: R): R {
  return {
    ...rpc,
    request: (method, params, how) => rpc.request(method, params, { ...how, isAlone: true }),
    observe: () => unbatched(rpc.observe()),
  };
}

/** Makes the names different: `a`, `b`, `a#2`. */
function numberHosts(hosts: readonly string[]): string[] {
  return hosts.map((host, at) => {
    const before = hosts.slice(0, at).filter((other) => other === host).length;
    return before === 0 ? host : `${host}#${before + 1}`;
  });
}

function createClient(
  members: readonly PoolMember[],
  options: ClientOptions,
  endpoints?: readonly Rpc[],
): Rpc {
  return clientOf(createRetries(members, options), {
    hosts: members.map(({ host }) => host),
    bench: (host, reason) => {
      const bench = members.find((member) => member.host === host)?.bench;
      const ms = bench?.benchForBadData(reason) ?? 0;
      if (ms > 0)
        options.log?.warn({ ...bench?.health(), ms }, 'an endpoint answered wrongly: it is benched');
    },
    endpoints,
    health: () =>
      members.map(({ bench, endpoint }) => ({
        ...bench.health(),
        callsPerSecond: endpoint.callsPerSecond?.() ?? null,
      })),
  });
}

type ClientParts = Pick<Rpc, 'hosts' | 'bench' | 'health'> &
  Readonly<{ endpoints?: readonly Rpc[] | undefined }>;

/** A client of whatever `fetchAnswer` asks; without `endpoints` it is its only one. */
export function clientOf(fetchAnswer: FetchAnswer, { endpoints, ...parts }: ClientParts): Rpc {
  const rpc: Rpc = {
    ...parts,
    request: async (...request) => unwrap(await fetchAnswer(...request)),
    observe: () => observe(rpc, fetchAnswer),
    get endpoints() {
      return endpoints ?? [rpc];
    },
  };
  return rpc;
}

function unwrap({ result, reverted }: Answer): unknown {
  if (reverted) throw reverted;
  return result;
}

/** A view of a view records its responders in both. */
function observe(rpc: Rpc, fetchAnswer: FetchAnswer): ReturnType<Rpc['observe']> {
  const answered = new Set<string>();
  const fetchAndRecord: FetchAnswer = async (...request) => {
    const answer = await fetchAnswer(...request);
    answered.add(answer.host);
    return answer;
  };
  const view: ReturnType<Rpc['observe']> = {
    ...rpc,
    request: async (...request) => unwrap(await fetchAndRecord(...request)),
    observe: () => observe(view, fetchAndRecord),
    answeredBy: () => [...answered],
  };
  return view;
}

function createRetries(members: readonly PoolMember[], options: ClientOptions): FetchAnswer {
  const { signal } = options;
  const logWaiting = createWaitingLog(members, options);
  return async (method, params, how = {}) => {
    const backoff = createBackoff(BACKOFF);
    const waiting = setInterval(logWaiting, LONG_MS, method).unref();
    try {
      for (;;) {
        const round = { isShort: backoff.failures === 0, ...options };
        const { answer, error } = await requestInTurn(
          selectEndpoints(members, method),
          { method, params, how },
          round,
        );
        if (answer) return answer;
        const allowed = how.isOnce ? 0 : countRetries(error, method, options);
        if (signal?.aborted || backoff.failures >= allowed) throw error;
        const retryAfterMs = error instanceof NoAnswerError ? error.retryAfterMs : 0;
        await pause(Math.max(backoff.next(), retryAfterMs), signal);
      }
    } finally {
      clearInterval(waiting);
    }
  };
}

/** Logs slow requests, once for all that wait at the same time. */
function createWaitingLog(members: readonly PoolMember[], { log, now = Date.now }: FailoverOptions) {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (method: string) => {
    // What waits for its turn at an endpoint that limits the rate is no news.
    const isPaced = members.some(({ endpoint }) => backlogOf(endpoint) > 0);
    if (isPaced || now() - loggedAt < LONG_MS) return;
    loggedAt = now();
    const endpoints = members.map(({ bench }) => bench.health());
    log?.warn({ method, endpoints }, 'still waiting for an answer of the node');
  };
}

function countRetries(
  error: unknown,
  method: string,
  { retries, noAnswerRetries = retries }: FailoverOptions,
): number {
  if (error instanceof NoAnswerError) return error.isWorthRetrying ? noAnswerRetries : 0;
  if (!(error instanceof RpcError) || error.refusal !== 'transient') return 0;
  return error.isRateLimit ? retries : Math.min(retries, limitsOf(method).retries);
}

type RpcRequest = Readonly<{ method: string; params: readonly unknown[]; how: RequestOptions }>;
type RoundOptions = ClientOptions & Readonly<{ isShort: boolean }>;
type RoundResult = Readonly<{ answer?: Answer; error?: unknown }>;

/** Requests from one endpoint after the other until one has a result. */
async function requestInTurn(
  members: readonly PoolMember[],
  { method, params, how }: RpcRequest,
  { isShort, hasOthers, signal, log }: RoundOptions,
): Promise<RoundResult> {
  const failures: unknown[] = [];
  for (const { host, endpoint, bench } of members) {
    try {
      const result = await endpoint.send(method, params, { ...how, isShort: isShort && hasOthers });
      bench.recordAnswer();
      return { answer: { host, result } };
    } catch (error) {
      if (signal?.aborted) return { error };
      const isPaced = endpoint.backlogMs !== undefined;
      recordFailure(error, { bench, log, hasOthers, isPaced, isSlow: limitsOf(method).isSlow });
      if (error instanceof RpcError && error.refusal === 'reverted')
        return { answer: { host, reverted: error } };
      failures.push(error);
    }
  }
  return { error: chooseFailure(failures, method) };
}

type FailureContext = Readonly<{
  bench: Bench;
  log: Logger | undefined;
  hasOthers: boolean;
  isPaced: boolean;
  isSlow: boolean;
}>;

/**
 * Benches an endpoint that times out or limits the rate, if there are others; one that keeps to the limit goes on. Slow
 * methods may exceed a short try.
 */
function recordFailure(error: unknown, { bench, log, hasOthers, isPaced, isSlow }: FailureContext): void {
  const isAnswer = error instanceof RpcError || error instanceof AnswerTooLargeError;
  const reason = error instanceof Error ? error.message : String(error);
  if (isAnswer) bench.recordAnswer();
  else bench.recordFailure(reason);
  const isLimit = (error instanceof RpcError || error instanceof NoAnswerError) && error.isRateLimit;
  if (!hasOthers || isSlow || (isAnswer && !isLimit) || (isLimit && isPaced)) return;
  const ms = bench.benchForNoAnswer(reason);
  if (ms > 0) log?.warn({ ...bench.health(), ms }, 'an endpoint did not answer: it is benched');
}

/**
 * Endpoints that support the method and are not benched, those first that take a call now or soonest; benched ones when
 * there are no others, those that respond first.
 */
function selectEndpoints(members: readonly PoolMember[], method: string): readonly PoolMember[] {
  const offering = members.filter(({ endpoint }) => !endpoint.lacks?.(method));
  const free = offering.filter(({ bench }) => !bench.isBenched());
  if (free.length > 0)
    return free.toSorted((one, other) => backlogOf(one.endpoint) - backlogOf(other.endpoint));
  return offering.toSorted((one, other) => Number(one.bench.isSilent()) - Number(other.bench.isSilent()));
}

function backlogOf({ backlogMs }: Endpoint): number {
  return backlogMs?.() ?? 0;
}

/** The failure most worth retrying: an unreachable endpoint or a transient error may recover. */
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
