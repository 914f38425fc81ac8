import { countEncrypted, operationShape } from '@/lib/evm/fhe-operations';
import type { FheEvent } from './events';
import { hcuCost } from './prices';

/** An operation with its cost and sequential depth in HCU. */
export type FheOperation = FheEvent & { hcuCost: number; hcuDepth: number };

/** Totals over a transaction's operations. */
export type HcuTotals = { operationCount: number; totalHcu: number; maxDepthHcu: number };

type Step = Readonly<{ cost: number; sources: readonly string[]; result: string }>;

/**
 * Prices the operations of ONE transaction. A handle computed twice has its later depth (upstream rule); each executor
 * has its own meter. Plain loops: a block has hundreds of thousands of operands.
 */
export function measureOperations(events: readonly FheEvent[]): FheOperation[] {
  const meters = new Map<Buffer, Map<string, Depth>>();
  let executor: Buffer | undefined;
  let depths = new Map<string, Depth>();
  const measured: FheOperation[] = [];
  const reached: Depth[] = [];
  for (const event of events) {
    if (executor === undefined || !executor.equals(event.executor)) {
      executor = event.executor;
      depths = meterOf(meters, executor);
    }
    const cost = eventCost(event);
    const { operands } = event;
    const count = countEncrypted(event);
    let below = 0;
    for (let at = 0; at < count; at += 1) {
      const operand = operands[at];
      const depth = operand && depths.get(handleKey(operand))?.hcu;
      if (depth !== undefined && depth > below) below = depth;
    }
    reached.push(setDepth(depths, handleKey(event.result), below + cost));
    measured.push(toOperation(event, cost));
  }
  for (let at = 0; at < measured.length; at += 1) {
    const [operation, depth] = [measured[at], reached[at]];
    if (operation && depth) operation.hcuDepth = depth.hcu;
  }
  return measured;
}

/** Of a handle: shared by all operations that computed it. */
type Depth = { hcu: number };

function setDepth(depths: Map<string, Depth>, key: string, hcu: number): Depth {
  const known = depths.get(key);
  if (known !== undefined) {
    known.hcu = hcu;
    return known;
  }
  const depth = { hcu };
  depths.set(key, depth);
  return depth;
}

/** Depth of each handle after all steps: cost plus the maximum depth of its sources. */
export function computeDepths(steps: readonly Step[]): Map<string, number> {
  const depths = new Map<string, number>();
  for (const { cost, sources, result } of steps) {
    let below = 0;
    for (const source of sources) below = Math.max(below, depths.get(source) ?? 0);
    depths.set(result, below + cost);
  }
  return depths;
}

function meterOf(meters: Map<Buffer, Map<string, Depth>>, executor: Buffer): Map<string, Depth> {
  for (const [address, depths] of meters) if (address.equals(executor)) return depths;
  const depths = new Map<string, Depth>();
  meters.set(executor, depths);
  return depths;
}

/** Property by property: spreading takes several times as long. */
function toOperation(event: FheEvent, hcuCost: number): FheOperation {
  return {
    logIndex: event.logIndex,
    executor: event.executor,
    caller: event.caller,
    operation: event.operation,
    fheType: event.fheType,
    isScalar: event.isScalar,
    operands: event.operands,
    plaintext: event.plaintext,
    result: event.result,
    hcuCost,
    hcuDepth: hcuCost,
  };
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
  const valuesCount = names.at(-1) === 'values' ? operands.length - (names.length - 1) : 0;
  return hcuCost({ operation, fheType, isScalar, valuesCount });
}

function handleKey(handle: Buffer): string {
  return handle.toString('latin1');
}
