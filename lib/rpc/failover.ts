import type { Logger } from '@/lib/log';
import { createBackoff, pause } from '@/lib/retry';
import { type Bench, createBench, type EndpointHealth } from './bench';
import type { Refusal } from './refusal';
import { AnswerTooLargeError, RpcError } from './rpc-error';

/**
 * A JSON-RPC node, or several endpoints with failover. `request` returns the raw, untrusted result. It throws AppError
 * `node_unreachable` or `node_answer`, an RpcError for an error response. `hosts` are the names of the endpoints:
 * unique, and without URLs, which may hold keys.
 */
export type Rpc = Readonly<{
  hosts: readonly string[];
  request(method: string, params: readonly unknown[]): Promise<unknown>;
  /** A view of the same client. `answeredBy` names the endpoints whose results `request` of this view returned. */
  observe(): Rpc & Readonly<{ answeredBy(): readonly string[] }>;
  /** The endpoint answered wrongly: for a time, longer each time, it is asked only while all are benched. */
  bench(host: string, reason: string): void;
  /** Each endpoint as a client of its own, to ask all of them the same. */
  endpoints: readonly Rpc[];
  health(): readonly EndpointHealth[];
}>;

/** Sends one request. Throws AppError `node_unreachable` or `node_answer`, an RpcError for an error response. */
export type Send = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** What answers at one URL. `host` names it. `lacks` says that it does not offer a method. */
export type Endpoint = Readonly<{ host: string; send: Send; lacks?: (method: string) => boolean }>;

/** Aborting `signal` ends every request. `retries` of what all endpoints refuse for the moment. */
export type FailoverOptions = Readonly<{
  signal?: AbortSignal | undefined;
  retries: number;
  log?: Logger | undefined;
  now?: (() => number) | undefined;
}>;

const TRANSIENT_BACKOFF = { firstMs: 250, maxMs: 1_000 };
/** Error codes that viem has retried already. */
const RETRIED_BY_VIEM: ReadonlySet<number> = new Set([-1, -32603, -32005, 429]);

type Seat = Readonly<{ endpoint: Endpoint; bench: Bench; host: string }>;
type Answer = Readonly<{ host: string; result: unknown }>;
type Ask = (method: string, params: readonly unknown[]) => Promise<Answer>;

/** One client of several endpoints, in order of preference; those of the same host are numbered. */
export function createFailover(endpoints: readonly Endpoint[], options: FailoverOptions): Rpc {
  const { now = Date.now } = options;
  const hosts = numberHosts(endpoints.map(({ host }) => host));
  const seats = endpoints.map((endpoint, at): Seat => {
    const host = hosts[at] ?? endpoint.host;
    return { endpoint, host, bench: createBench(host, now) };
  });
  const singles = seats.map((seat) => createClient([seat], options));
  return createClient(seats, options, singles);
}

/** Makes the names different: `a`, `b`, `a#2`. */
function numberHosts(hosts: readonly string[]): string[] {
  return hosts.map((host, at) => {
    const before = hosts.slice(0, at).filter((other) => other === host).length;
    return before === 0 ? host : `${host}#${before + 1}`;
  });
}

function createClient(seats: readonly Seat[], options: FailoverOptions, endpoints?: readonly Rpc[]): Rpc {
  const ask = createRetries(seats, options);
  const rpc: Rpc = {
    hosts: seats.map(({ host }) => host),
    request: async (method, params) => (await ask(method, params)).result,
    observe: () => observe(rpc, ask),
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

function observe(rpc: Rpc, ask: Ask): ReturnType<Rpc['observe']> {
  const answered = new Set<string>();
  const view: ReturnType<Rpc['observe']> = {
    ...rpc,
    request: async (method, params) => {
      const { host, result } = await ask(method, params);
      answered.add(host);
      return result;
    },
    observe: () => observe(view, ask),
    answeredBy: () => [...answered],
  };
  return view;
}

function createRetries(seats: readonly Seat[], options: FailoverOptions): Ask {
  const { signal, retries } = options;
  const ask = createRound(seats, options);
  return async (method, params) => {
    const backoff = createBackoff(TRANSIENT_BACKOFF);
    for (;;) {
      try {
        return await ask(method, params);
      } catch (error) {
        if (signal?.aborted || backoff.failures >= retries || !isWorthRetrying(error)) throw error;
        await pause(backoff.next(), signal);
      }
    }
  };
}

function isWorthRetrying(error: unknown): boolean {
  return error instanceof RpcError && error.refusal === 'transient' && !RETRIED_BY_VIEM.has(error.rpcCode);
}

/** Asks the endpoints in order until one has a result. */
function createRound(seats: readonly Seat[], { signal, log }: FailoverOptions): Ask {
  return async (method, params) => {
    const failures: unknown[] = [];
    for (const { host, endpoint, bench } of chooseSeats(seats, method)) {
      try {
        const result = await endpoint.send(method, params);
        bench.noteAnswer();
        return { host, result };
      } catch (error) {
        if (signal?.aborted) throw error;
        if (error instanceof RpcError || error instanceof AnswerTooLargeError) bench.noteAnswer();
        else noteFailure(error, { bench, isOnly: seats.length === 1, log });
        if (error instanceof RpcError && error.refusal === 'reverted') throw error;
        failures.push(error);
      }
    }
    throw chooseFailure(failures, method);
  };
}

type Failed = Readonly<{ bench: Bench; isOnly: boolean; log: Logger | undefined }>;

function noteFailure(error: unknown, { bench, isOnly, log }: Failed): void {
  const reason = error instanceof Error ? error.message : String(error);
  bench.noteFailure(reason);
  const ms = isOnly ? 0 : bench.benchSilent(reason);
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
