import type { Logger } from '@/lib/log';
import { createBackoff, pause } from '@/lib/retry';
import { type Bench, createBench, type EndpointHealth } from './bench';
import { limitsOf } from './method-limits';
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
  /** The endpoint answered wrongly: for a time, longer each time, it is asked only while all are benched. */
  bench(host: string, reason: string): void;
  /** Each endpoint as a client of its own, to ask all of them the same. */
  endpoints: readonly Rpc[];
  health(): readonly EndpointHealth[];
}>;

/**
 * `isAlone`: not in a batch, whose members a node or a proxy before it may mix up. `isOnce`: each endpoint is asked at most
 * once, for what is not worth waiting for.
 */
export type RequestOptions = Readonly<{ isAlone?: boolean; isOnce?: boolean }>;

/**
 * Sends one request. Throws AppError `node_unreachable` or `node_answer`, an RpcError for an error response. A short
 * try waits less, because another endpoint can be asked.
 */
export type Send = (
  method: string,
  params: readonly unknown[],
  how?: RequestOptions & Readonly<{ isShort?: boolean }>,
) => Promise<unknown>;

/**
 * What answers at one URL. `host` names it in the log, `name` to everyone, if the operator gave one. `lacks` says that it
 * does not offer a method.
 */
export type Endpoint = Readonly<{
  host: string;
  name?: string | undefined;
  send: Send;
  lacks?: (method: string) => boolean;
}>;

/** Aborting `signal` ends every request. `retries` after all endpoints have failed. */
export type FailoverOptions = Readonly<{
  signal?: AbortSignal | undefined;
  retries: number;
  log?: Logger | undefined;
  now?: (() => number) | undefined;
}>;

const BACKOFF = { firstMs: 200, maxMs: 4_000 };
/** Retries of what all endpoints refuse for the moment. */
const MAX_TRANSIENT_RETRIES = 2;
/** A request that takes longer is in the log; one line in that time says it for all. */
const LONG_MS = 10_000;

type Seat = Readonly<{ endpoint: Endpoint; bench: Bench; host: string }>;
/** `reverted` is set instead of a result: the endpoint has executed the call. */
type Answer = Readonly<{ host: string; result?: unknown; reverted?: RpcError }>;
type FetchAnswer = (method: string, params: readonly unknown[], how?: RequestOptions) => Promise<Answer>;

/** One client of several endpoints, in order of preference; those of the same host are numbered. */
export function createFailover(endpoints: readonly Endpoint[], options: FailoverOptions): Rpc {
  const { now = Date.now } = options;
  const hosts = numberHosts(endpoints.map(({ host }) => host));
  const seats = endpoints.map((endpoint, at): Seat => {
    const host = hosts[at] ?? endpoint.host;
    return { endpoint, host, bench: createBench({ host, name: endpoint.name ?? null }, now) };
  });
  const singles = seats.map((seat) => createClient([seat], options));
  return createClient(seats, options, singles);
}

/** A view of a client whose requests travel alone: no other answer can take the place of theirs. */
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

function createClient(seats: readonly Seat[], options: FailoverOptions, endpoints?: readonly Rpc[]): Rpc {
  const fetchAnswer = createRetries(seats, options);
  const rpc: Rpc = {
    hosts: seats.map(({ host }) => host),
    request: async (...request) => unwrap(await fetchAnswer(...request)),
    observe: () => observe(rpc, fetchAnswer),
    bench: (host, reason) => {
      const bench = seats.find((seat) => seat.host === host)?.bench;
      const ms = bench?.benchLiar(reason) ?? 0;
      if (ms > 0)
        options.log?.warn({ ...bench?.health(), ms }, 'an endpoint answered wrongly: it is benched');
    },
    get endpoints() {
      return endpoints ?? [rpc];
    },
    health: () => seats.map(({ bench }) => bench.health()),
  };
  return rpc;
}

function unwrap({ result, reverted }: Answer): unknown {
  if (reverted) throw reverted;
  return result;
}

/** A view of a view notes its answers in both. */
function observe(rpc: Rpc, fetchAnswer: FetchAnswer): ReturnType<Rpc['observe']> {
  const answered = new Set<string>();
  const fetchAndNote: FetchAnswer = async (...request) => {
    const answer = await fetchAnswer(...request);
    answered.add(answer.host);
    return answer;
  };
  const view: ReturnType<Rpc['observe']> = {
    ...rpc,
    request: async (...request) => unwrap(await fetchAndNote(...request)),
    observe: () => observe(view, fetchAndNote),
    answeredBy: () => [...answered],
  };
  return view;
}

function createRetries(seats: readonly Seat[], options: FailoverOptions): FetchAnswer {
  const { signal, retries } = options;
  const noteWaiting = createWaitingLog(seats, options);
  return async (method, params, how = {}) => {
    const backoff = createBackoff(BACKOFF);
    const waiting = setInterval(noteWaiting, LONG_MS, method).unref();
    try {
      for (;;) {
        const round = { isShort: backoff.failures === 0, ...options };
        const { answer, error } = await requestInTurn(
          chooseSeats(seats, method),
          { method, params, how },
          round,
        );
        if (answer) return answer;
        const allowed = how.isOnce ? 0 : Math.min(retries, countRetries(error));
        if (signal?.aborted || backoff.failures >= allowed) throw error;
        const retryAfterMs = error instanceof NoAnswerError ? error.retryAfterMs : 0;
        await pause(Math.max(backoff.next(), retryAfterMs), signal);
      }
    } finally {
      clearInterval(waiting);
    }
  };
}

/** Says what a request waits for, once for all that wait at the same time. */
function createWaitingLog(seats: readonly Seat[], { log, now = Date.now }: FailoverOptions) {
  let saidAt = Number.NEGATIVE_INFINITY;
  return (method: string) => {
    if (now() - saidAt < LONG_MS) return;
    saidAt = now();
    const endpoints = seats.map(({ bench }) => bench.health());
    log?.warn({ method, endpoints }, 'still waiting for an answer of the node');
  };
}

function countRetries(error: unknown): number {
  if (error instanceof NoAnswerError) return error.isWorthRetrying ? Number.POSITIVE_INFINITY : 0;
  if (!(error instanceof RpcError) || error.refusal !== 'transient') return 0;
  return error.isRateLimit ? Number.POSITIVE_INFINITY : MAX_TRANSIENT_RETRIES;
}

type Request = Readonly<{ method: string; params: readonly unknown[]; how: RequestOptions }>;
type Round = FailoverOptions & Readonly<{ isShort: boolean }>;
type RoundResult = Readonly<{ answer?: Answer; error?: unknown }>;

/** Requests from one endpoint after the other until one has a result. */
async function requestInTurn(
  seats: readonly Seat[],
  { method, params, how }: Request,
  { isShort, signal, log }: Round,
): Promise<RoundResult> {
  const failures: unknown[] = [];
  for (const { host, endpoint, bench } of seats) {
    try {
      const result = await endpoint.send(method, params, { ...how, isShort: isShort && seats.length > 1 });
      bench.noteAnswer();
      return { answer: { host, result } };
    } catch (error) {
      if (signal?.aborted) return { error };
      noteFailure(error, { bench, log, hasOthers: seats.length > 1, isSlow: limitsOf(method).isSlow });
      if (error instanceof RpcError && error.refusal === 'reverted')
        return { answer: { host, reverted: error } };
      failures.push(error);
    }
  }
  return { error: chooseFailure(failures, method) };
}

type Failed = Readonly<{ bench: Bench; log: Logger | undefined; hasOthers: boolean; isSlow: boolean }>;

/** Others answer instead of an endpoint that is silent or limits the rate. What is slow may take longer than a try. */
function noteFailure(error: unknown, { bench, log, hasOthers, isSlow }: Failed): void {
  const isAnswer = error instanceof RpcError || error instanceof AnswerTooLargeError;
  const reason = error instanceof Error ? error.message : String(error);
  if (isAnswer) bench.noteAnswer();
  else bench.noteFailure(reason);
  const isLimit = error instanceof RpcError && error.isRateLimit;
  if (!hasOthers || isSlow || (isAnswer && !isLimit)) return;
  const ms = bench.benchSilent(reason);
  if (ms > 0) log?.warn({ ...bench.health(), ms }, 'an endpoint did not answer: it is benched');
}

/** Those that offer the method and are not benched; benched ones when there are no others. */
function chooseSeats(seats: readonly Seat[], method: string): readonly Seat[] {
  const offering = seats.filter(({ endpoint }) => !endpoint.lacks?.(method));
  const free = offering.filter(({ bench }) => !bench.isBenched());
  return free.length > 0 ? free : offering;
}

/** The most hopeful failure: an endpoint that was out of reach, or refused for the moment, may answer later. */
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
