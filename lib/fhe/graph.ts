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

/**
 * The dataflow of one transaction. `operations` are in the order given; `criticalPath` holds the indexes of those
 * that realise the greatest depth, first to last; `drawing` is what a picture shows of it all.
 */
export type FheGraph = Readonly<{
  operations: readonly GraphOperation[];
  criticalPath: readonly number[];
  totals: GraphTotals;
  drawing: Drawing;
}>;

/**
 * `nameOperation` gives the word for an operation (FheAdd → add). More operations than `maxNodes` (400), or more
 * than four times as many edges, are drawn as groups of equal operations of one caller.
 */
type GraphOptions = Readonly<{ nameOperation: (operation: string) => string; maxNodes?: number }>;

type LinkedOperation = Omit<GraphOperation, 'isCritical'>;

const MAX_NODES = 400;
const SHOWN_VALUES = 8;

/**
 * Builds the dataflow graph of the operations of ONE transaction, in the order of their logs. An operand belongs to
 * the latest earlier operation with that result, so nothing in the logs can make the graph cyclic. Never throws, in
 * time linear in the number of operands.
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

/**
 * The chain that realises the greatest depth. The depth that the API gives is the last one of a handle that is
 * computed twice, so the chain follows the depth that each operation reaches by its own operands.
 */
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
