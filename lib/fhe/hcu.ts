import { encryptedOperands, operationShape } from '@/lib/evm/fhe-operations';
import type { FheEvent } from './events';
import { hcuCost } from './prices';

/**
 * An operation with its price: `hcuCost` in HCU, `hcuDepth` the cost of the dearest chain of operations of the
 * transaction that ends in it.
 */
export type FheOperation = FheEvent & { hcuCost: number; hcuDepth: number };

/** What the operations of a transaction cost together; all 0 without operations. */
export type HcuTotals = { operationCount: number; totalHcu: number; maxDepthHcu: number };

/** A step of a computation: what it cost, the handles it took and the handle it gave. */
type Step = Readonly<{ cost: number; sources: readonly string[]; result: string }>;

/**
 * Prices the operations of ONE transaction, given by log index. Handles from outside the transaction have depth 0.
 * When one handle is computed twice, both operations have the later depth (the upstream rule).
 */
export function measureOperations(events: readonly FheEvent[]): FheOperation[] {
  const priced = events.map((event) => ({ ...event, hcuCost: eventCost(event) }));
  const depths = computeDepths(
    priced.map((event) => ({
      cost: event.hcuCost,
      sources: encryptedOperands(event).map(handleKey),
      result: handleKey(event.result),
    })),
  );
  return priced.map((event) => ({
    ...event,
    hcuDepth: depths.get(handleKey(event.result)) ?? event.hcuCost,
  }));
}

/** The depth of each handle after all steps, in order: the step's cost and the largest depth among its sources. */
export function computeDepths(steps: readonly Step[]): Map<string, number> {
  const depths = new Map<string, number>();
  for (const { cost, sources, result } of steps) {
    const below = sources.reduce((depth, source) => Math.max(depth, depths.get(source) ?? 0), 0);
    depths.set(result, below + cost);
  }
  return depths;
}

/** The totals that the API gives for a transaction. */
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

function handleKey(handle: Buffer): string {
  return handle.toString('latin1');
}
