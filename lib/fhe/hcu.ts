import {
  countEncrypted,
  type FheOperationName,
  listOperations,
  operationShape,
} from '@/lib/evm/fhe-operations';
import { createDepthTable, placeHandle, readDepth } from './depth-table';
import type { FheEvent } from './events';
import { hcuCost } from './prices';

/** An operation with its cost and sequential depth in HCU. */
export type FheOperation = FheEvent & { hcuCost: number; hcuDepth: number };

/** Totals over a transaction's operations. */
export type HcuTotals = { operationCount: number; totalHcu: number; maxDepthHcu: number };

/**
 * Prices the operations of ONE transaction. A handle computed twice has its later depth (upstream rule); each executor
 * has its own meter. Plain loops: a block has hundreds of thousands of operands.
 */
export function measureOperations(events: readonly FheEvent[], costOf = eventCost): FheOperation[] {
  const table = createDepthTable(events.length);
  const places = new Int32Array(events.length);
  const meters = new Map<string, number>();
  const measured: FheOperation[] = [];
  let last: Buffer | undefined;
  let meter = 0;
  for (const event of events) {
    const { executor, operands } = event;
    if (executor !== last) meter = findMeter(meters, executor);
    last = executor;
    const cost = costOf(event);
    const count = countEncrypted(event);
    let below = 0;
    for (let at = 0; at < count; at += 1) {
      const operand = operands[at];
      const depth = operand ? readDepth(table, meter, operand) : 0;
      if (depth > below) below = depth;
    }
    const place = placeHandle(table, meter, event.result);
    table.depths[place] = below + cost;
    places[measured.length] = place;
    measured.push(toOperation(event, cost));
  }
  for (let at = 0; at < measured.length; at += 1) {
    const operation = measured[at];
    if (operation) operation.hcuDepth = table.depths[places[at] ?? 0] ?? 0;
  }
  return measured;
}

function findMeter(meters: Map<string, number>, executor: Buffer): number {
  const key = executor.toString('latin1');
  const meter = meters.get(key) ?? meters.size;
  meters.set(key, meter);
  return meter;
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
  const valuesCount = operands.length - (FIXED_OPERANDS.get(operation) ?? operands.length);
  return hcuCost({ operation, fheType, isScalar, valuesCount });
}

/** Operands before the list of an operation that takes one. */
const FIXED_OPERANDS: ReadonlyMap<FheOperationName, number> = new Map(
  listOperations().flatMap((operation) => {
    const { names } = operationShape(operation);
    return names.at(-1) === 'values' ? [[operation, names.length - 1] as const] : [];
  }),
);
