import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import { deserialize } from 'node:v8';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { Logger } from '@/lib/log';
import type { ReadBody } from '@/lib/rpc/read-response';
import type { EncodedBatch, EncodedTable } from './encode-batch';
import type { Range } from './plan';
import type { PreparedRange, RangeSource } from './prepare-range';
import type { MainCalls, RangeJob, ThreadCalls } from './range-calls';
import { type Call, openCalls, ThreadEndedError } from './thread-calls';
import { packError, unpackError } from './thread-errors';

/** Threads that prepare ranges, until `close`. */
export type RangeThreads = Readonly<{
  /** As `prepareRange` does, in one of the threads. Throws ThreadEndedError, retryable, when that one ends. */
  prepare(source: RangeSource, range: Range): Promise<PreparedRange>;
  /** Begins to measure; the function returned gives the share of their time that all threads were busy, from 0 to 1. */
  startMeasuring(): () => number;
  close(): Promise<void>;
}>;

/** More than the main thread can feed. */
const MAX_THREADS = 8;
/** The program of a thread, built from bin/range-worker.ts into the folder of the program that starts it. */
const WORKER = new URL('./range-worker.mjs', import.meta.url);

/** At the head there is nothing to do for a thread, which takes memory. */
const IDLE_MS = 60_000;

type Thread = { readonly worker: Worker; ranges: number; idle?: NodeJS.Timeout };

/** Threads are started when there is work for them; one that ends is replaced by the next range. `program` is that of a thread. */
export function openRangeThreads({ log, program = WORKER }: { log: Logger; program?: URL }): RangeThreads {
  const most = Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1));
  const threads = new Set<Thread>();
  const start = (): Thread => {
    const thread = { worker: new Worker(program), ranges: 0 };
    threads.add(thread);
    thread.worker.on('error', (error) => log.error({ error }, 'a thread that prepares blocks failed'));
    thread.worker.on('exit', () => threads.delete(thread));
    return thread;
  };
  const end = (thread: Thread) => {
    threads.delete(thread);
    return thread.worker.terminate();
  };
  const choose = (): Thread => {
    const [least] = [...threads].sort((one, other) => one.ranges - other.ranges);
    return least && (least.ranges === 0 || threads.size >= most) ? least : start();
  };
  return {
    prepare: async (source, range) => {
      const thread = choose();
      thread.ranges += 1;
      clearTimeout(thread.idle);
      const { port1, port2 } = new MessageChannel();
      const call = openRange(port1, source);
      thread.worker.postMessage(port2, [port2]);
      try {
        const { facts, copies, weight } = await call('prepare', describe(source, range));
        return { batch: unpackBatch(facts, copies), weight };
      } finally {
        port1.close();
        thread.ranges -= 1;
        if (thread.ranges === 0) thread.idle = setTimeout(end, IDLE_MS, thread).unref();
      }
    },
    startMeasuring: () => {
      const begun = [...threads].map(({ worker: { performance } }) => {
        const before = performance.eventLoopUtilization();
        return () => performance.eventLoopUtilization(before).utilization;
      });
      return () => begun.reduce((sum, measure) => sum + measure(), 0) / most;
    },
    close: async () => {
      await Promise.all([...threads].map(end));
    },
  };
}

function describe({ rpc, tracing, prover, executors, chainId }: RangeSource, range: Range): RangeJob {
  return {
    range,
    chainId,
    executors,
    tracing: { ...tracing },
    hosts: rpc.hosts,
    endpoints: rpc.endpoints.map(({ hosts }) => hosts),
    isChecking: prover?.isChecking,
  };
}

function unpackBatch(facts: Uint8Array, copies: readonly EncodedTable[]): EncodedBatch {
  const batch = deserialize(facts);
  for (const one of batch.untraced) one.refusal = unpackError(one.refusal);
  return { ...batch, copies };
}

/** The end of a range in the main thread. */
function openRange(port: MessageChannel['port1'], source: RangeSource): Call<ThreadCalls> {
  const { rpc, prover, tracing } = source;
  // What is asked for while the range is prepared belongs to its span.
  const within = AsyncLocalStorage.snapshot();
  const ours: MainCalls = {
    request: (asked) => within(() => answer(asked, { call, source })),
    bench: ({ host, reason }) => rpc.bench(host, reason),
    judge: async ({ comparison, failures, ...checked }) => {
      const compare = comparison === undefined ? undefined : () => call('compare', comparison);
      return (await prover?.judge({ ...checked, rpc, compare }, failures)) ?? false;
    },
    pauseLists: (until) => {
      tracing.listsAfter = until;
    },
  };
  const call = openCalls<ThreadCalls>(port, ours);
  return call;
}

/** Stands for a result that the other thread keeps. */
const KEPT = {};

async function answer(
  { id, endpoint, method, params, how }: Parameters<MainCalls['request']>[0],
  { call, source }: Readonly<{ call: Call<ThreadCalls>; source: RangeSource }>,
): ReturnType<MainCalls['request']> {
  const read: ReadBody = async (given, maxDepth) => {
    const body = ownBuffer(given);
    try {
      const outcome = await call('read', { id, body, maxDepth }, [body]);
      return outcome.kind === 'error' ? outcome : { kind: 'result', result: KEPT };
    } catch (error) {
      // Nobody waits for it: the endpoint has answered.
      if (error instanceof ThreadEndedError) return { kind: 'result', result: KEPT };
      throw error;
    }
  };
  const rpc = endpoint === null ? source.rpc : source.rpc.endpoints[endpoint];
  const view = (rpc ?? source.rpc).observe();
  const isDropped = () => source.isDropped?.() === true;
  try {
    const result = await view.request(method, params, { ...how, read });
    const [host] = view.answeredBy();
    if (result === KEPT) return { host, isKept: true, isDropped: isDropped() };
    return { host, result, isKept: false, isDropped: isDropped() };
  } catch (error) {
    const [host] = view.answeredBy();
    return { host, error: packError(error), isKept: false, isDropped: isDropped() };
  }
}

/** Small buffers share their memory. */
function ownBuffer(bytes: Buffer): ArrayBuffer {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length
    ? buffer
    : new Uint8Array(bytes).buffer;
}
