import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createCache } from '@/lib/api/cache';
import { AppError } from '@/lib/errors';
import { FAILURE_TRACER, type FailureTrace, readFailureTrace } from '@/lib/evm/failure-trace';
import { type GasTrace, readGasTrace } from '@/lib/evm/gas-tracer';
import { bufferToHex } from '@/lib/evm/hex';
import { readStepTrace, type StepTrace } from '@/lib/evm/step-trace';
import { type StepSearch, type StepWindow, writeStepTracer } from '@/lib/evm/step-tracer';
import { RpcError } from '@/lib/rpc/rpc-error';
import { createChainNodes, type NodeAnswer, type NodeOptions, refuseAbsent } from './chain-nodes';

/** Has a node run a tracer over a transaction. */
type RunTracer<T> = (chainId: number, hash: Buffer, tracer: string) => Promise<NodeAnswer<T>>;

const LIMITS = { timeoutMs: 20_000, maxConcurrent: 2, maxPerSecond: 10, maxAnswerBytes: 8 * 1024 * 1024 };
/** The node's own limit is a little shorter than ours: it then ends, and says so. */
const NODE_SHARE = 0.9;
const TIMEOUT_TEXT = /timed? ?out|deadline exceeded/i;
/** How long a request waits; the node works on for the next one. */
const WAIT_MS = 2_500;
const LATE = { kind: 'unavailable', why: 'late', retryMs: WAIT_MS } as const;
const KEPT = { ttlMs: 60_000, maxKeys: 100, maxBytes: 16 * 1024 * 1024 };

/**
 * Has the configured chains' nodes run tracers in JavaScript, which reduce what they execute. What `read` makes of an answer
 * is cached for a minute; undefined is a refusal. `name` is that of the cache.
 */
function createTracerRunner<T>(
  options: NodeOptions,
  name: string,
  read: (answer: unknown) => T | undefined,
): RunTracer<T> {
  const request = createChainNodes({ ...options, limits: LIMITS });
  const cache = createCache<NodeAnswer<T>>({
    ...{ name, ...KEPT },
    isCacheable: ({ kind }) => kind !== 'unavailable',
  });
  const { timeoutMs = LIMITS.timeoutMs } = options;
  const timeout = `${Math.ceil(timeoutMs * NODE_SHARE)}ms`;
  return (chainId, hash, tracer) => {
    const subject = bufferToHex(hash);
    const answered = cache(
      `${chainId}/${subject}/${createHash('sha256').update(tracer).digest('hex')}`,
      async () => {
        const ask = () =>
          request(
            chainId,
            async (rpc) =>
              read(
                await rpc.request('debug_traceTransaction', [subject, { tracer, timeout }]).catch(throwLate),
              ),
            { subject },
          );
        return refuseAbsent(await whenFree(ask));
      },
    );
    return Promise.race([answered, delay(WAIT_MS, LATE, { ref: false })]);
  };
}

/** Asks again while too many other requests are before this one, as long as a request waits. */
async function whenFree<T>(ask: () => Promise<NodeAnswer<T>>): Promise<NodeAnswer<T>> {
  const end = Date.now() + WAIT_MS;
  for (;;) {
    const answer = await ask();
    if (answer.kind !== 'unavailable' || answer.why !== 'busy') return answer;
    const wait = answer.retryMs ?? WAIT_MS;
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

/** Has the configured chains' nodes run a tracer, which reduces what they execute; cached for a minute. */
export function createFailureTraces(options: NodeOptions): FailureTraces {
  const run = createTracerRunner(options, 'failure_traces', readFailureTrace);
  return (chainId, hash) => run(chainId, hash, FAILURE_TRACER);
}

/** Asks a node for the steps of a transaction around one, or where the first is that matches. */
export type StepTraces = (
  chainId: number,
  hash: Buffer,
  wanted: StepWindow | StepSearch,
) => Promise<NodeAnswer<StepTrace>>;

/** Has the configured chains' nodes run the step tracer; cached for a minute. */
export function createStepTraces(options: NodeOptions): StepTraces {
  const run = createTracerRunner(options, 'step_traces', readStepTrace);
  return (chainId, hash, wanted) => run(chainId, hash, writeStepTracer(wanted));
}

/** Asks a node for the gas of a transaction's instructions, by a tracer of `writeGasTracer`. */
export type GasTraces = (chainId: number, hash: Buffer, tracer: string) => Promise<NodeAnswer<GasTrace>>;

/** Has the configured chains' nodes run the tracer; cached for a minute. */
export function createGasTraces(options: NodeOptions): GasTraces {
  return createTracerRunner(options, 'gas_traces', readGasTrace);
}
