import type { FlowEdge, FlowNode, MoneyFlow } from '@/lib/endpoints/money-flow';

/** An account in its place; `index` is that in the flow's nodes. */
export type PlacedNode = Readonly<{ node: FlowNode; index: number; x: number; y: number; height: number }>;
/** An edge from the right side of the account of its step to the left side of the next one's, whichever way it goes. */
export type PlacedEdge = Readonly<{
  edge: FlowEdge;
  nearX: number;
  nearY: number;
  farX: number;
  farY: number;
}>;

/** Widths in the drawing. */
export const NODE_WIDTH = 184;
/** Of the amounts before an account. */
export const LABEL_WIDTH = 208;
const CURVE_WIDTH = 72;
const SLOT = 28;
const GAP = 14;
const LEAST_HEIGHT = 44;

/** A flow in its places, with the size of the drawing. */
export type FlowLayout = ReturnType<typeof arrangeFlow>;

/** A column a step; an account is as high as its edges at either side need. */
export function arrangeFlow({ nodes, edges }: Pick<MoneyFlow, 'nodes' | 'edges'>) {
  const linked = edges.map((edge) => {
    const ends = [edge.from, edge.to].toSorted((a, b) => (nodes[a]?.hop ?? 0) - (nodes[b]?.hop ?? 0));
    return { edge, near: ends[0] ?? 0, far: ends[1] ?? 0 };
  });
  const tops = new Map<number, number>();
  const placed = nodes.map((node, index): PlacedNode => {
    const slots = (side: 'near' | 'far') => linked.filter((one) => one[side] === index).length;
    const height = Math.max(LEAST_HEIGHT, SLOT * Math.max(slots('near'), slots('far')));
    const y = tops.get(node.hop) ?? 0;
    tops.set(node.hop, y + height + GAP);
    return { node, index, x: node.hop * (NODE_WIDTH + CURVE_WIDTH + LABEL_WIDTH), y, height };
  });
  // the edges at a side are in the order of the accounts that they lead to
  const slotOf = (side: 'near' | 'far', one: (typeof linked)[number]) => {
    const other = side === 'near' ? 'far' : 'near';
    const sharing = linked.filter((edge) => edge[side] === one[side]).toSorted((a, b) => a[other] - b[other]);
    const { y = 0, height = 0 } = placed[one[side]] ?? {};
    return y + (height * (sharing.indexOf(one) + 0.5)) / sharing.length;
  };
  return {
    nodes: placed,
    edges: linked.map((one): PlacedEdge => {
      const [nearX, farX] = [(placed[one.near]?.x ?? 0) + NODE_WIDTH, placed[one.far]?.x ?? 0];
      return { edge: one.edge, nearX, farX, nearY: slotOf('near', one), farY: slotOf('far', one) };
    }),
    width: Math.max(...placed.map(({ x }) => x)) + NODE_WIDTH,
    height: Math.max(...placed.map(({ y, height }) => y + height)),
  };
}
