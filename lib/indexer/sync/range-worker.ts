import { serialize } from 'node:v8';
import type { MessagePort } from 'node:worker_threads';
import { recoverSenders } from '@/lib/proof/recover-senders';
import { clientOf, type FetchAnswer, type Rpc } from '@/lib/rpc/failover';
import { readBody } from '@/lib/rpc/read-response';
import { RpcError } from '@/lib/rpc/rpc-error';
import { prepareRange } from './prepare-range';
import { type Comparison, createProver, type Judge, type Prover } from './prover';
import type { MainCalls, RangeJob, SentRange, ThreadCalls } from './range-calls';
import { type Call, Moved, openCalls } from './thread-calls';
import { packError, unpackError } from './thread-errors';

/** The end of a range in the thread that prepares it. */
type RangeEnd = {
  readonly call: Call<MainCalls>;
  requests: number;
  isDropped: boolean;
  /** Results that were read here, by request. */
  readonly kept: Map<number, unknown>;
  readonly comparisons: Map<number, () => Promise<Comparison>>;
};

/** Prepares the range that the other side of the port names; what needs the endpoints or the index, that side does. */
export function serveRange(port: MessagePort): void {
  const ours: ThreadCalls = {
    prepare: (job) => prepare(end, job),
    read: async ({ id, body, maxDepth }) => {
      const outcome = await readBody(Buffer.from(body), maxDepth);
      if (outcome.kind === 'error') return outcome;
      end.kept.set(id, outcome.result);
      return { kind: 'result', result: null };
    },
    compare: async (id) => (await end.comparisons.get(id)?.()) ?? 'unclear',
  };
  const end: RangeEnd = {
    call: openCalls<MainCalls>(port, ours),
    requests: 0,
    isDropped: false,
    kept: new Map(),
    comparisons: new Map(),
  };
}

async function prepare(end: RangeEnd, job: RangeJob): Promise<Moved<SentRange>> {
  const { range, chainId, executors, isChecking } = job;
  const prepared = await prepareRange(
    {
      chainId,
      rpc: openRemote(end, job),
      tracing: openTracing(end, job),
      prover: isChecking === undefined ? undefined : openProver(end, isChecking),
      executors: executors?.map((one) => Buffer.from(one)),
      isDropped: () => end.isDropped,
    },
    range,
  );
  const { copies, ...batch } = prepared.batch;
  const untraced = batch.untraced.map(({ height, refusal }) => ({ height, refusal: packError(refusal) }));
  const facts = new Uint8Array(serialize({ ...batch, untraced }));
  const buffers = copies.flatMap(({ chunks }) => chunks.map(({ buffer }) => buffer));
  return new Moved({ facts, copies, weight: prepared.weight }, [...buffers, facts.buffer]);
}

function openProver(end: RangeEnd, isChecking: boolean): Prover {
  return createProver(isChecking ? recoverSenders : undefined, remoteJudge(end));
}

/** The main thread's client. */
function openRemote(end: RangeEnd, { hosts, endpoints }: RangeJob): Rpc {
  const open = (endpoint: number | null, hosts: readonly string[], endpoints?: readonly Rpc[]) =>
    clientOf(askMain(end, endpoint), {
      ...{ hosts, endpoints },
      bench: (host, reason) => tell(end.call('bench', { host, reason })),
      health: () => [],
    });
  const singles = endpoints.map((hosts, at) => open(at, hosts));
  return open(null, hosts, singles);
}

function askMain(end: RangeEnd, endpoint: number | null): FetchAnswer {
  return async (method, params, { isAlone = false, isOnce = false } = {}) => {
    const id = end.requests++;
    const how = { isAlone, isOnce };
    const answer = await end.call('request', { id, endpoint, method, params, how });
    const result = answer.isKept ? end.kept.get(id) : answer.result;
    end.kept.delete(id);
    if (answer.isDropped) end.isDropped = true;
    const { host, error } = answer;
    const failure = error && unpackError(error);
    if (host !== undefined && failure instanceof RpcError) return { host, reverted: failure };
    if (failure) throw failure;
    return { host: host ?? '', result };
  };
}

/** Nobody waits for it, and the range may be done before it is answered. */
function tell(told: Promise<unknown>): void {
  told.catch(() => undefined);
}

/** The main thread learns which methods are not answered in time. */
function openTracing({ call }: RangeEnd, { tracing }: RangeJob): RangeJob['tracing'] {
  let { listsAfter = 0 } = tracing;
  return {
    method: tracing.method,
    get listsAfter() {
      return listsAfter;
    },
    set listsAfter(until) {
      listsAfter = until;
      tell(call('pauseLists', until));
    },
  };
}

function remoteJudge({ call, comparisons }: RangeEnd): Judge {
  let judged = 0;
  return async ({ block, answeredBy, compare }, failures) => {
    const id = judged++;
    if (compare) comparisons.set(id, compare);
    try {
      return await call('judge', { block, answeredBy, failures, comparison: compare && id });
    } finally {
      comparisons.delete(id);
    }
  };
}
