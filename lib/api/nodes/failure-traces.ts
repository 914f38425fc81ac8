import { FAILURE_TRACER, type FailureTrace, readFailureTrace } from '@/lib/evm/failure-trace';
import { readStepTrace, type StepTrace } from '@/lib/evm/step-trace';
import { type StepSearch, type StepWindow, writeStepTracer } from '@/lib/evm/step-tracer';
import type { NodeAnswer, NodeOptions } from './chain-nodes';
import { createTracerRunner } from './run-tracer';

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
