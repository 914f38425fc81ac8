import { FAILURE_TRACER, type FailureTrace, readFailureTrace } from '@/lib/evm/failure-trace';
import type { NodeAnswer, NodeOptions } from './chain-nodes';
import { createTracerRunner } from './run-tracer';

/** Asks a node which instructions the calls executed that made a transaction fail; none if it did not fail. */
export type FailureTraces = (chainId: number, hash: Buffer) => Promise<NodeAnswer<FailureTrace>>;

/** Has the configured chains' nodes run a tracer, which reduces what they execute; cached for a minute. */
export function createFailureTraces(options: NodeOptions): FailureTraces {
  const run = createTracerRunner(options, 'failure_traces', readFailureTrace);
  return (chainId, hash) => run(chainId, hash, FAILURE_TRACER);
}
