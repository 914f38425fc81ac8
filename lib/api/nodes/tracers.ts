import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createCache } from '@/lib/api/cache';
import { AppError } from '@/lib/errors';
import { FAILURE_TRACER, type FailureTrace, readFailureTrace } from '@/lib/evm/failure-trace';
import { type GasTrace, readGasTrace } from '@/lib/evm/gas-tracer';
import { bufferToHex } from '@/lib/evm/hex';
import { readStepTrace, type StepTrace } from '@/lib/evm/step-trace';
import { type StepSearch, type StepWindow, writeStepTracer } from '@/lib/evm/step-tracer';
import type { Rpc } from '@/lib/rpc/client';
import { fetchReplayed, MAX_LOG_BYTES } from '@/lib/rpc/replayed-trace';
import { AnswerTooLargeError, RpcError } from '@/lib/rpc/rpc-error';
import { createChainNodes, type NodeAnswer, type NodeOptions, refuseAbsent, timeoutOf } from './chain-nodes';

/** Has a node run a tracer over a transaction. */
type RunTracer<T> = (chainId: number, hash: Buffer, tracer: string) => Promise<NodeAnswer<T>>;

/** To reduce a million steps takes anvil half a minute. */
const LIMITS = {
  timeoutMs: 20_000,
  devTimeoutMs: 120_000,
  maxConcurrent: 2,
  maxPerSecond: 10,
  maxAnswerBytes: 8 * 1024 * 1024,
};
/** The node's own limit is a little shorter than ours: it then ends, and says so. */
const NODE_SHARE = 0.9;
const TIMEOUT_TEXT = /timed? ?out|deadline exceeded/i;
/** How long a request waits; the node works on for the next one. Steps are all that their page has, and need up to two. */
const WAIT_MS = { part: 2_500, steps: 4_500 };
const KEPT = { ttlMs: 60_000, maxKeys: 100, maxBytes: 16 * 1024 * 1024 };

/** `name` is that of the cache. `read` is given an answer of the tracer; undefined is a refusal. */
type Reading<T> = Readonly<{
  name: string;
  read(answer: unknown): T | undefined;
  /** Reads struct logs where a node runs no tracer. */
  readLogs?: typeof fetchReplayed;
  waitMs?: number;
}>;

/**
 * Has the configured chains' nodes run tracers in JavaScript, which reduce what they execute. What `read` makes of an answer
 * is cached for a minute.
 */
function createTracerRunner<T>(options: NodeOptions, reading: Reading<T>): RunTracer<T> {
  const { name, read, readLogs, waitMs = WAIT_MS.part } = reading;
  const request = createChainNodes({ ...options, limits: LIMITS });
  // of its own: to an endpoint that runs no tracers, a client sends nothing more for minutes
  const requestLogs = createChainNodes({ ...options, limits: { ...LIMITS, maxConcurrent: 1 } });
  const cache = createCache<NodeAnswer<T>>({
    ...{ name, ...KEPT },
    isCacheable: ({ kind }) => kind !== 'unavailable',
  });
  return (chainId, hash, tracer) => {
    const timeout = `${Math.ceil(timeoutOf(options, LIMITS, chainId) * NODE_SHARE)}ms`;
    const subject = bufferToHex(hash);
    const trace = async (rpc: Rpc) =>
      read(await rpc.request('debug_traceTransaction', [subject, { tracer, timeout }]).catch(throwLate));
    const replay = async (rpc: Rpc) => read(await readLogs?.(rpc, subject, tracer).catch(throwLate));
    const answered = cache(
      `${chainId}/${subject}/${createHash('sha256').update(tracer).digest('hex')}`,
      async () => {
        const traced = refuseAbsent(await whenFree(() => request(chainId, trace, { subject }), waitMs));
        if (traced.kind !== 'refused' || !readLogs) return traced;
        return refuseAbsent(await whenFree(() => requestLogs(chainId, replay, { subject }), waitMs));
      },
    );
    return Promise.race([
      answered,
      delay(waitMs, { kind: 'unavailable', why: 'late', retryMs: waitMs } as const, { ref: false }),
    ]);
  };
}

/** Asks again while too many other requests are before this one, as long as a request waits. */
async function whenFree<T>(ask: () => Promise<NodeAnswer<T>>, waitMs: number): Promise<NodeAnswer<T>> {
  const end = Date.now() + waitMs;
  for (;;) {
    const answer = await ask();
    if (answer.kind !== 'unavailable' || answer.why !== 'busy') return answer;
    const wait = answer.retryMs ?? waitMs;
    if (Date.now() + wait > end) return answer;
    await delay(wait);
  }
}

/** A node that ends its tracer in time refuses nothing: it was too slow. */
function throwLate(error: unknown): never {
  const isLate = error instanceof RpcError && TIMEOUT_TEXT.test(error.text);
  throw isLate ? new AppError('node_unreachable', error.message) : error;
}

/** Asks a node which instructions the calls executed that made a transaction fail; none if it did not fail. */
export type FailureTraces = (chainId: number, hash: Buffer) => Promise<NodeAnswer<FailureTrace>>;

/** Of a trace that is cut, neither the end nor sums are known. */
const readWhole: typeof fetchReplayed = async (...asked) => {
  const answer = await fetchReplayed(...asked);
  if (answer?.isCut) throw new AnswerTooLargeError(MAX_LOG_BYTES);
  return answer;
};

/** Has the configured chains' nodes run a tracer, or runs it over struct logs if they are not too long; cached for a minute. */
export function createFailureTraces(options: NodeOptions): FailureTraces {
  const run = createTracerRunner(options, {
    ...{ name: 'failure_traces', read: readFailureTrace, readLogs: readWhole },
  });
  return (chainId, hash) => run(chainId, hash, FAILURE_TRACER);
}

/** Asks a node for the steps of a transaction around one, or where the first is that matches. */
export type StepTraces = (
  chainId: number,
  hash: Buffer,
  wanted: StepWindow | StepSearch,
) => Promise<NodeAnswer<StepTrace>>;

/** Has the configured chains' nodes run the step tracer, or runs it over struct logs; cached for a minute. */
export function createStepTraces(options: NodeOptions): StepTraces {
  const run = createTracerRunner(options, {
    ...{ name: 'step_traces', read: readStepTrace, readLogs: fetchReplayed, waitMs: WAIT_MS.steps },
  });
  return (chainId, hash, wanted) => run(chainId, hash, writeStepTracer(wanted));
}

/** Asks a node for the gas of a transaction's instructions, by a tracer of `writeGasTracer`. */
export type GasTraces = (chainId: number, hash: Buffer, tracer: string) => Promise<NodeAnswer<GasTrace>>;

/** Has the configured chains' nodes run the tracer, or runs it over struct logs if they are not too long; cached for a minute. */
export function createGasTraces(options: NodeOptions): GasTraces {
  return createTracerRunner(options, { name: 'gas_traces', read: readGasTrace, readLogs: readWhole });
}
