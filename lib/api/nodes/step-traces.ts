import { readStepTrace, type StepTrace } from '@/lib/evm/step-trace';
import { type StepSearch, type StepWindow, writeStepTracer } from '@/lib/evm/step-tracer';
import type { NodeAnswer, NodeOptions } from './chain-nodes';
import { createTracerRunner } from './run-tracer';

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
