import { encryptedOperands, operationShape } from '@/lib/evm/fhe-operations';
import type { FheEvent } from './events';
import { hcuCost } from './prices';

/** An operation with its cost and sequential depth in HCU. */
export type FheOperation = FheEvent & { hcuCost: number; hcuDepth: number };

/** Totals over a transaction's operations. */
export type HcuTotals = { operationCount: number; totalHcu: number; maxDepthHcu: number };

type Step = Readonly<{ cost: number; sources: readonly string[]; result: string }>;

/**
 * Prices the operations of ONE transaction. A handle computed twice has its later depth (upstream rule); each executor
 * has its own meter.
 */
export function measureOperations(events: readonly FheEvent[]): FheOperation[] {
  const priced = events.map((event) => ({ ...event, hcuCost: eventCost(event) }));
  const depths = computeDepths(
    priced.map((event) => ({
      cost: event.hcuCost,
      sources: encryptedOperands(event).map((handle) => handleKey(event.executor, handle)),
      result: handleKey(event.executor, event.result),
    })),
  );
  return priced.map((event) => ({
    ...event,
    hcuDepth: depths.get(handleKey(event.executor, event.result)) ?? event.hcuCost,
  }));
}

/** Depth of each handle after all steps: cost plus the maximum depth of its sources. */
export function computeDepths(steps: readonly Step[]): Map<string, number> {
  const depths = new Map<string, number>();
  for (const { cost, sources, result } of steps) {
    const below = sources.reduce((depth, source) => Math.max(depth, depths.get(source) ?? 0), 0);
    depths.set(result, below + cost);
  }
  return depths;
}

/** The totals of a transaction. */
export function sumOperations(operations: readonly Pick<FheOperation, 'hcuCost' | 'hcuDepth'>[]): HcuTotals {
  return operations.reduce(
    (totals, { hcuCost: cost, hcuDepth }) => ({
      operationCount: totals.operationCount + 1,
      totalHcu: totals.totalHcu + cost,
      maxDepthHcu: Math.max(totals.maxDepthHcu, hcuDepth),
    }),
    { operationCount: 0, totalHcu: 0, maxDepthHcu: 0 },
  );
}

function eventCost({ operation, fheType, isScalar, operands }: FheEvent): number {
  const { names } = operationShape(operation);
  const valuesCount = names.includes('values') ? operands.length - (names.length - 1) : 0;
  return hcuCost({ operation, fheType, isScalar, valuesCount });
}

function handleKey(executor: Buffer, handle: Buffer): string {
  return `${executor.toString('latin1')}${handle.toString('latin1')}`;
}
