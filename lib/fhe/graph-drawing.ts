import { isFheOperation } from '@/lib/evm/fhe-operations';
import { type GraphOperation, typeOfHandle } from './graph-operation';

/**
 * A drawn node: an operation or a value source. In a collapsed drawing `count` operations share a node; `label`,
 * `fheType` and `handle` are '' or null where they differ. `members` are operation indexes. `start` and `end` are
 * sequential depths in HCU, 0 for a source.
 */
export type DrawingNode = Readonly<{
  kind: 'operation' | 'input' | 'constant' | 'random';
  lane: number;
  label: string;
  fheType: string | null;
  handle: string | null;
  count: number;
  members: readonly number[];
  cost: number;
  start: number;
  end: number;
  isCritical: boolean;
}>;

/** An edge: `handle` if it is one value, `count` is the number of operands it feeds. */
export type DrawingEdge = Readonly<{
  from: number;
  to: number;
  handle: string | null;
  count: number;
  isCritical: boolean;
}>;

/** A swim lane. `caller` is null when unknown, and for the lane of remaining callers (`isRest`). */
type DrawingLane = Readonly<{ caller: string | null; isRest: boolean }>;

/**
 * Nodes (operations, then sources) and edges by node index, in stable order. A collapsed drawing may leave out
 * `hiddenEdgeCount` of the lightest edges.
 */
export type Drawing = Readonly<{
  isCollapsed: boolean;
  lanes: readonly DrawingLane[];
  nodes: readonly DrawingNode[];
  edges: readonly DrawingEdge[];
  hiddenEdgeCount: number;
}>;

type Content = Readonly<{
  operations: readonly GraphOperation[];
  criticalPath: readonly number[];
  maxNodes: number;
}>;
type Input = Readonly<{
  producer: number | null;
  kind: Exclude<DrawingNode['kind'], 'operation'>;
  id: string;
  label: string;
  handle: string | null;
}>;
type DraftEdge = Omit<DrawingEdge, 'from' | 'to'> & Readonly<{ from: string; to: string }>;
type DraftGraph = Readonly<{
  nodes: Map<string, DrawingNode>;
  members: Map<string, number[]>;
  edges: Map<string, DraftEdge>;
}>;
type Grouping = Readonly<{
  isCollapsed: boolean;
  lanes: readonly DrawingLane[];
  laneOf: (operation: GraphOperation) => number;
  keyOf: (operation: GraphOperation, index: number) => string;
}>;

const MAX_EDGES_PER_NODE = 4;
const MAX_COLLAPSED_LANES = 12;
const MAX_COLLAPSED_EDGES = 800;

/** Builds a drawing; collapses it when nodes or edges exceed the limit. */
export function drawGraph(content: Content): Drawing {
  const { operations, maxNodes } = content;
  const operandCount = operations.reduce((count, { operands }) => count + operands.length, 0);
  const fits = operations.length <= maxNodes && operandCount <= MAX_EDGES_PER_NODE * maxNodes;
  return fits ? sketch(content, separate(operations)) : sketch(content, collapse(operations));
}

function separate(operations: readonly GraphOperation[]): Grouping {
  const callers = [...new Set(operations.map(({ caller }) => caller))];
  const lanes = new Map(callers.map((caller, lane) => [caller, lane]));
  return {
    isCollapsed: false,
    lanes: callers.map((caller) => ({ caller, isRest: false })),
    laneOf: ({ caller }) => lanes.get(caller) ?? 0,
    keyOf: (_operation, index) => `op ${index}`,
  };
}

/** One node per operation name and caller; the least expensive callers share the last lane. */
function collapse(operations: readonly GraphOperation[]): Grouping {
  const costs = new Map<string | null, number>();
  for (const { caller, cost } of operations) costs.set(caller, (costs.get(caller) ?? 0) + cost);
  const callers = [...costs].sort(([, left], [, right]) => right - left).map(([caller]) => caller);
  const hasRest = callers.length > MAX_COLLAPSED_LANES;
  const shown = hasRest ? callers.slice(0, MAX_COLLAPSED_LANES - 1) : callers;
  const lanes = new Map(shown.map((caller, lane) => [caller, lane]));
  const laneOf = ({ caller }: GraphOperation) => lanes.get(caller) ?? shown.length;
  return {
    isCollapsed: true,
    lanes: [
      ...shown.map((caller) => ({ caller, isRest: false })),
      ...(hasRest ? [{ caller: null, isRest: true }] : []),
    ],
    laneOf,
    // Unknown names come from another service: they share a node, so that the drawing stays bounded.
    keyOf: (operation) =>
      `op ${laneOf(operation)} ${isFheOperation(operation.operation) ? operation.operation : ''}`,
  };
}

function sketch({ operations, criticalPath }: Content, grouping: Grouping): Drawing {
  const drawn: DraftGraph = { nodes: new Map(), members: new Map(), edges: new Map() };
  const keys = operations.map(grouping.keyOf);
  operations.forEach((operation, index) => {
    addNode(drawn, keys[index] ?? '', operationNode(operation, index, grouping.laneOf(operation)));
  });
  const previous = new Map(criticalPath.map((index, position) => [index, criticalPath[position - 1]]));
  const seen = new Set<string>();
  operations.forEach((operation, index) => {
    const to = keys[index] ?? '';
    const lane = grouping.laneOf(operation);
    for (const input of listInputs(operation)) {
      const { producer, handle } = input;
      const producerKey = producer === null ? undefined : keys[producer];
      const from = producerKey ?? sourceKey(input, lane, grouping.isCollapsed);
      if (producerKey === undefined && !seen.has(`${from} ${input.id}`)) {
        seen.add(`${from} ${input.id}`);
        addNode(drawn, from, sourceNode(input, lane));
      }
      const isCritical = producer !== null && previous.get(index) === producer;
      if (from !== to) addEdge(drawn, { from, to, handle, isCritical });
    }
  });
  return finish(drawn, grouping);
}

function listInputs({ operands, category }: GraphOperation): Input[] {
  const inputs: Input[] = operands.map(({ producer, handle, value, name }) => ({
    producer,
    kind: handle === null ? 'constant' : 'input',
    id: handle ?? `${value}`,
    label: name,
    handle,
  }));
  const randomSource: Input = { producer: null, kind: 'random', id: '', label: 'random', handle: null };
  return category === 'random' ? [...inputs, randomSource] : inputs;
}

function sourceKey({ kind, id }: Input, lane: number, isCollapsed: boolean): string {
  // A value is drawn once, next to its first reader; a random source once per lane.
  return isCollapsed || kind === 'random' ? `${kind} ${lane}` : `${kind} ${id}`;
}

function operationNode(operation: GraphOperation, index: number, lane: number): DrawingNode {
  const { verb, resultType, handle, cost, start, depth, isCritical } = operation;
  const own = { kind: 'operation', lane, label: verb, fheType: resultType, handle } as const;
  return { ...own, count: 1, members: [index], cost, start, end: depth, isCritical };
}

function sourceNode({ kind, label, handle }: Input, lane: number): DrawingNode {
  const fheType = handle === null ? null : typeOfHandle(handle);
  const extent = { cost: 0, start: 0, end: 0, isCritical: false };
  return { kind, lane, label, fheType, handle, count: 1, members: [], ...extent };
}

function addNode({ nodes, members }: DraftGraph, key: string, node: DrawingNode): void {
  const existing = nodes.get(key);
  const list = members.get(key) ?? [];
  members.set(key, list);
  for (const member of node.members) list.push(member);
  if (existing === undefined) {
    nodes.set(key, { ...node, members: list });
    return;
  }
  nodes.set(key, {
    ...existing,
    label: existing.label === node.label ? existing.label : '',
    fheType: existing.fheType === node.fheType ? existing.fheType : null,
    handle: null,
    count: existing.count + node.count,
    cost: existing.cost + node.cost,
    start: Math.min(existing.start, node.start),
    end: Math.max(existing.end, node.end),
    isCritical: existing.isCritical || node.isCritical,
  });
}

function addEdge({ edges }: DraftGraph, edge: Omit<DraftEdge, 'count'>): void {
  const key = `${edge.from}>${edge.to}`;
  const existing = edges.get(key);
  edges.set(key, {
    ...edge,
    handle: existing === undefined || existing.handle === edge.handle ? edge.handle : null,
    count: (existing?.count ?? 0) + 1,
    isCritical: edge.isCritical || existing?.isCritical === true,
  });
}

function finish({ nodes, edges }: DraftGraph, { isCollapsed, lanes }: Grouping): Drawing {
  const positions = new Map([...nodes.keys()].map((key, index) => [key, index]));
  const all = [...edges.values()].flatMap(({ from, to, ...edge }) => {
    const [source, target] = [positions.get(from), positions.get(to)];
    return source === undefined || target === undefined ? [] : [{ ...edge, from: source, to: target }];
  });
  const shown = isCollapsed ? [...all].sort(byWeight).slice(0, MAX_COLLAPSED_EDGES) : all;
  return {
    isCollapsed,
    lanes,
    nodes: [...nodes.values()],
    edges: shown,
    hiddenEdgeCount: all.length - shown.length,
  };
}

function byWeight(left: DrawingEdge, right: DrawingEdge): number {
  return Number(right.isCritical) - Number(left.isCritical) || right.count - left.count;
}
