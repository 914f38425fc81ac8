import { type Drawing, drawGraph } from './graph-drawing';
import {
  createHandleNames,
  type GraphOperand,
  type GraphOperation,
  type ListedOperation,
  listOperands,
  nameConstant,
  normaliseHandle,
  typeOfHandle,
} from './graph-operation';
import { type GraphTotals, priceAlternative, sumGraph } from './graph-totals';

/** Dataflow of a transaction; `criticalPath` holds operation indexes, first to last. */
export type FheGraph = Readonly<{
  operations: readonly GraphOperation[];
  criticalPath: readonly number[];
  totals: GraphTotals;
  drawing: Drawing;
}>;

/** More operations than `maxNodes` (400), or four times as many edges, are collapsed. */
type GraphOptions = Readonly<{ nameOperation: (operation: string) => string; maxNodes?: number }>;

type LinkedOperation = Omit<GraphOperation, 'isCritical'>;

const MAX_NODES = 400;
const SHOWN_VALUES = 8;

/**
 * Builds the dataflow graph of ONE transaction from operations in log order, in linear time. Operands link to the
 * latest earlier operation with that result, so the graph is acyclic. Never throws.
 */
export function buildFheGraph(listed: readonly ListedOperation[], options: GraphOptions): FheGraph {
  const linked = linkOperations(listed, options.nameOperation);
  const criticalPath = findCriticalPath(linked);
  const critical = new Set(criticalPath);
  const operations = linked.map((operation, index) => ({ ...operation, isCritical: critical.has(index) }));
  return {
    operations,
    criticalPath,
    totals: sumGraph(operations),
    drawing: drawGraph({ operations, criticalPath, maxNodes: options.maxNodes ?? MAX_NODES }),
  };
}

function linkOperations(
  listed: readonly ListedOperation[],
  nameOperation: GraphOptions['nameOperation'],
): LinkedOperation[] {
  const nameHandle = createHandleNames(listed.map(({ result }) => normaliseHandle(result)));
  const producers = new Map<string, number>();
  const linked: LinkedOperation[] = [];
  for (const given of listed) {
    const operands = listOperands(given).map((operand) => ({
      ...operand,
      name: operand.handle === null ? nameConstant(operand.value) : nameHandle(operand.handle),
      producer: operand.handle === null ? null : (producers.get(operand.handle) ?? null),
    }));
    const handle = normaliseHandle(given.result);
    const name = nameHandle(handle);
    const verb = nameOperation(given.operation);
    producers.set(handle, linked.length);
    linked.push({
      logIndex: given.log_index,
      operation: given.operation,
      verb,
      category: given.type,
      fheType: given.fhe_type,
      isScalar: given.is_scalar,
      operands,
      name,
      handle,
      resultType: typeOfHandle(handle),
      code: `${name} = ${verb}(${writeOperands(operands)})`,
      caller: given.caller?.hash ?? null,
      cost: given.hcu_cost,
      start: Math.max(0, given.hcu_depth - given.hcu_cost),
      depth: given.hcu_depth,
      alternative: priceAlternative(given, operands, linked),
    });
  }
  return linked;
}

function writeOperands(operands: readonly GraphOperand[]): string {
  const shown = operands.slice(0, SHOWN_VALUES).map(({ name }) => name);
  const left = operands.length - shown.length;
  return left > 0 ? `${shown.join(', ')}, … ${left} more` : shown.join(', ');
}

/** The critical path, by recomputed depths: the API gives a handle computed twice its last depth only. */
function findCriticalPath(operations: readonly LinkedOperation[]): number[] {
  const reached: number[] = [];
  const before: (number | null)[] = [];
  let last: number | null = null;
  operations.forEach(({ operands, cost, depth }, index) => {
    let deepest: number | null = null;
    for (const { producer } of operands) {
      if (producer === null) continue;
      const reachedThere = reached[producer] ?? 0;
      if (reachedThere > (deepest === null ? 0 : (reached[deepest] ?? 0))) deepest = producer;
    }
    before.push(deepest);
    reached.push(cost + (deepest === null ? 0 : (reached[deepest] ?? 0)));
    const best = last === null ? undefined : operations[last];
    const isDeeper = best === undefined || depth > best.depth;
    const isTruer = depth === best?.depth && reached[index] === depth && reached[last ?? 0] !== depth;
    if (isDeeper || isTruer) last = index;
  });
  const path: number[] = [];
  for (let at: number | null = last; at !== null; at = before[at] ?? null) path.push(at);
  return path.reverse();
}
