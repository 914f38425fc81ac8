import { type Drawing, drawGraph } from './graph-drawing';
import {
  createHandleNames,
  type GraphOperand,
  type GraphOperation,
  type ListedOperation,
  listOperands,
  nameConstant,
  normalizeHandle,
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
const MAX_SHOWN_VALUES = 8;

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
  const nameHandle = createHandleNames(listed.map(({ result }) => normalizeHandle(result)));
  const producers = new Map<string, number>();
  const linked: LinkedOperation[] = [];
  for (const source of listed) {
    const operands = listOperands(source).map((operand) => ({
      ...operand,
      name: operand.handle === null ? nameConstant(operand.value) : nameHandle(operand.handle),
      producer: operand.handle === null ? null : (producers.get(operand.handle) ?? null),
    }));
    const handle = normalizeHandle(source.result);
    const name = nameHandle(handle);
    const verb = nameOperation(source.operation);
    producers.set(handle, linked.length);
    linked.push({
      logIndex: source.log_index,
      operation: source.operation,
      verb,
      category: source.type,
      fheType: source.fhe_type,
      isScalar: source.is_scalar,
      operands,
      name,
      handle,
      resultType: typeOfHandle(handle),
      code: `${name} = ${verb}(${writeOperands(operands)})`,
      caller: source.caller?.hash ?? null,
      cost: source.hcu_cost,
      start: Math.max(0, source.hcu_depth - source.hcu_cost),
      depth: source.hcu_depth,
      alternative: priceAlternative(source, operands, linked),
    });
  }
  return linked;
}

function writeOperands(operands: readonly GraphOperand[]): string {
  const shown = operands.slice(0, MAX_SHOWN_VALUES).map(({ name }) => name);
  const hidden = operands.length - shown.length;
  return hidden > 0 ? `${shown.join(', ')}, … ${hidden} more` : shown.join(', ');
}

/** The critical path, by recomputed depths: the API gives a handle computed twice its last depth only. */
function findCriticalPath(operations: readonly LinkedOperation[]): number[] {
  const reached: number[] = [];
  const predecessors: (number | null)[] = [];
  let last: number | null = null;
  operations.forEach(({ operands, cost, depth }, index) => {
    let deepest: number | null = null;
    for (const { producer } of operands) {
      if (producer === null) continue;
      const producerDepth = reached[producer] ?? 0;
      if (producerDepth > (deepest === null ? 0 : (reached[deepest] ?? 0))) deepest = producer;
    }
    predecessors.push(deepest);
    reached.push(cost + (deepest === null ? 0 : (reached[deepest] ?? 0)));
    const best = last === null ? undefined : operations[last];
    const isDeeper = best === undefined || depth > best.depth;
    const isExact = depth === best?.depth && reached[index] === depth && reached[last ?? 0] !== depth;
    if (isDeeper || isExact) last = index;
  });
  const path: number[] = [];
  for (let index: number | null = last; index !== null; index = predecessors[index] ?? null) path.push(index);
  return path.reverse();
}
