import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@/lib/errors';
import { FAILURE_TRACER, type FailureTrace, readFailureTrace } from '@/lib/evm/failure-trace';
import { bufferToHex } from '@/lib/evm/hex';
import { RpcError } from '@/lib/rpc/rpc-error';
import { createCache } from '../cache';
import { createChainNodes, type NodeAnswer, type NodeOptions, refuseAbsent } from './chain-nodes';

/** Asks a node which instructions the calls executed that made a transaction fail; none if it did not fail. */
export type FailureTraces = (chainId: number, hash: Buffer) => Promise<NodeAnswer<FailureTrace>>;

const LIMITS = { timeoutMs: 20_000, maxConcurrent: 2, maxPerSecond: 10, maxAnswerBytes: 8 * 1024 * 1024 };
/** The node's own limit is a little shorter than ours: it then ends, and says so. */
const NODE_SHARE = 0.9;
const TIMEOUT_TEXT = /timed? ?out|deadline exceeded/i;
/** How long a request waits; the node works on for the next one. */
const WAIT_MS = 2_500;
const LATE = { kind: 'unavailable', why: 'late', retryMs: WAIT_MS } as const;
const KEPT = { name: 'failure_traces', ttlMs: 60_000, maxKeys: 100, maxBytes: 16 * 1024 * 1024 };

/** Without nodes, everything is refused. */
export const NO_FAILURES: FailureTraces = async () => ({ kind: 'refused' });

/** Has the configured chains' nodes run a tracer, which reduces what they execute; cached for a minute. */
export function createFailureTraces(options: NodeOptions): FailureTraces {
  const request = createChainNodes({ ...options, limits: LIMITS });
  const cache = createCache<NodeAnswer<FailureTrace>>({
    ...KEPT,
    isCacheable: ({ kind }) => kind !== 'unavailable',
  });
  const { timeoutMs = LIMITS.timeoutMs } = options;
  const timeout = `${Math.ceil(timeoutMs * NODE_SHARE)}ms`;
  return (chainId, hash) => {
    const subject = bufferToHex(hash);
    const params = [subject, { tracer: FAILURE_TRACER, timeout }];
    const answered = cache(`${chainId}/${subject}`, async () => {
      const answer = await request(
        chainId,
        async (rpc) => readFailureTrace(await rpc.request('debug_traceTransaction', params).catch(throwLate)),
        { subject },
      );
      return refuseAbsent(answer);
    });
    return Promise.race([answered, delay(WAIT_MS, LATE, { ref: false })]);
  };
}

/** A node that ends its tracer in time refuses nothing: it was too slow. */
function throwLate(error: unknown): never {
  const isLate = error instanceof RpcError && TIMEOUT_TEXT.test(error.text);
  throw isLate ? new AppError('node_unreachable', error.message) : error;
}
