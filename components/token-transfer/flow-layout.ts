/** Merged movements of one asset between two accounts. */
export type FlowEdge = Readonly<{
  from: string;
  to: string;
  asset: string;
  amount: bigint | null;
  count: number;
}>;
/** An account on one side, from its first to its last slot. */
export type FlowNode = Readonly<{ account: string; top: number; bottom: number }>;
/** Senders left, receivers right; every edge has a slot at both ends, given by its middle. */
export type FlowLayout = Readonly<{
  left: readonly FlowNode[];
  right: readonly FlowNode[];
  edges: readonly (FlowEdge & { fromY: number; toY: number })[];
  height: number;
}>;

type FlowMovement = Pick<FlowEdge, 'from' | 'to' | 'asset' | 'amount'> & Partial<Pick<FlowEdge, 'count'>>;

const SLOT = 24;
const GAP = 14;

/**
 * Merges movements with the same ends and asset, in order of first occurrence, limited to the `limit` most frequent. A sum
 * with an encrypted amount is null.
 */
export function mergeFlows(movements: readonly FlowMovement[], limit: number): readonly FlowEdge[] {
  const merged = new Map<string, FlowEdge>();
  for (const { from, to, asset, amount, count = 1 } of movements) {
    const key = `${from} ${to} ${asset}`;
    const known = merged.get(key);
    const sum = known === undefined ? amount : addReadable(known.amount, amount);
    merged.set(key, { from, to, asset, amount: sum, count: (known?.count ?? 0) + count });
  }
  const all = [...merged.values()];
  if (all.length <= limit) return all;
  const selected = new Set([...all].sort((a, b) => b.count - a.count).slice(0, limit));
  return all.filter((edge) => selected.has(edge));
}

/** Orders receivers by the average position of their edges' sources (barycenter), to reduce crossings. */
export function layoutFlows(flows: readonly FlowEdge[]): FlowLayout {
  const senders = [...new Set(flows.map(({ from }) => from))];
  const positionOf = new Map(
    flows
      .toSorted((a, b) => senders.indexOf(a.from) - senders.indexOf(b.from))
      .map((edge, position) => [edge, position]),
  );
  const receivers = [...new Set(flows.map(({ to }) => to))];
  const middleOf = new Map(
    receivers.map((receiver) => [
      receiver,
      mean(flows.filter(({ to }) => to === receiver).map((edge) => positionOf.get(edge) ?? 0)),
    ]),
  );
  receivers.sort((a, b) => (middleOf.get(a) ?? 0) - (middleOf.get(b) ?? 0));
  const left = stack(senders, flows, { own: 'from', others: receivers });
  const right = stack(receivers, flows, { own: 'to', others: senders });
  const edges = flows.map((edge) => ({
    ...edge,
    fromY: left.places.get(edge) ?? 0,
    toY: right.places.get(edge) ?? 0,
  }));
  return { left: left.nodes, right: right.nodes, edges, height: Math.max(left.height, right.height) };
}

/** Stacks one side's accounts; each account's slots follow the order of the other side. */
function stack(
  accounts: readonly string[],
  flows: readonly FlowEdge[],
  side: { own: 'from' | 'to'; others: readonly string[] },
) {
  const places = new Map<FlowEdge, number>();
  const other = side.own === 'from' ? 'to' : 'from';
  let y = 0;
  const nodes = accounts.map((account): FlowNode => {
    const top = y;
    const own = flows.filter((edge) => edge[side.own] === account);
    for (const edge of own.toSorted(
      (a, b) => side.others.indexOf(a[other]) - side.others.indexOf(b[other]),
    )) {
      places.set(edge, y + SLOT / 2);
      y += SLOT;
    }
    const bottom = y;
    y += GAP;
    return { account, top, bottom };
  });
  return { nodes, places, height: Math.max(0, y - GAP) };
}

function addReadable(known: bigint | null, amount: bigint | null): bigint | null {
  return known === null || amount === null ? null : known + amount;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
