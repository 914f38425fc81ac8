import { hierarchy, treemap } from 'd3-hierarchy';
import type { BlockGas } from '@/lib/endpoints/gas';

type Item = BlockGas['items'][number];

/** The transactions of a block to one recipient, those that used most gas first. */
export type Recipient = Readonly<{ to: Item['to']; gasUsed: bigint; items: readonly Item[] }>;

/** A rectangle as shares of the whole width and height, 0 to 1. */
export type Cell = Readonly<{ x: number; y: number; width: number; height: number }>;
/** A transaction's rectangle; without `item`, that of all too small to draw. */
export type ItemCell = Cell & Readonly<{ item: Item | undefined; count: number }>;
/** A recipient's rectangle and those within; without `recipient`, all too small to draw. */
export type RecipientCell = Cell & Readonly<{ recipient: Recipient | undefined; items: readonly ItemCell[] }>;

type Node = Readonly<{
  value?: number;
  item?: Item | undefined;
  recipient?: Recipient | undefined;
  count?: number;
  children?: readonly Node[];
}>;

/** Share of the whole below which a rectangle would be a speck. */
const MIN_SHARE = 1 / 500;
/** Maximum number of recipients, and of transactions, with a rectangle of their own. */
const MAX_DRAWN = 60;
/** The proportions for which rectangles come out nearly square. */
const BOX = { width: 1000, height: 300 };

/** Groups transactions by recipient, the one with most gas first. Creations that failed share a group. */
export function groupByRecipient(items: readonly Item[]): Recipient[] {
  const groups = new Map<string, { to: Item['to']; gasUsed: bigint; items: Item[] }>();
  for (const item of items) {
    const key = item.to?.hash ?? '';
    const group = groups.get(key) ?? { to: item.to, gasUsed: 0n, items: [] };
    group.gasUsed += BigInt(item.gas_used ?? 0);
    group.items.push(item);
    groups.set(key, group);
  }
  return [...groups.values()].sort((one, other) => Number(other.gasUsed - one.gasUsed));
}

/** Places recipients, and their transactions within, in proportion to the gas they used; specks are merged. */
export function layOutRecipients(recipients: readonly Recipient[]): RecipientCell[] {
  const total = Number(recipients.reduce((sum, { gasUsed }) => sum + gasUsed, 0n));
  if (total === 0) return [];
  const least = total * MIN_SHARE;
  const drawn = recipients.slice(0, MAX_DRAWN).filter(({ gasUsed }) => Number(gasUsed) >= least);
  const rest = recipients.slice(drawn.length);
  const restItems = rest.flatMap(({ items }) => items);
  const large = new Set(
    drawn
      .flatMap(({ items }) => items.filter((item) => gasOf(item) >= least))
      .sort((one, other) => gasOf(other) - gasOf(one))
      .slice(0, MAX_DRAWN),
  );
  const children: Node[] = drawn.map((recipient) => ({ recipient, children: leavesOf(recipient, large) }));
  if (restItems.length > 0) children.push({ children: [merge(restItems)] });
  const root = hierarchy<Node>({ children }, (node) => node.children?.slice()).sum((node) => node.value ?? 0);
  const placed = treemap<Node>().size([BOX.width, BOX.height])(root);
  return (placed.children ?? []).map((group) => ({
    ...toCell(group),
    recipient: group.data.recipient,
    items: (group.children ?? []).map((leaf) => ({
      ...toCell(leaf),
      item: leaf.data.item,
      count: leaf.data.count ?? 1,
    })),
  }));
}

function leavesOf({ items }: Recipient, large: ReadonlySet<Item>): Node[] {
  const small = items.filter((item) => !large.has(item));
  const leaves: Node[] = items.flatMap((item) => (large.has(item) ? { value: gasOf(item), item } : []));
  return small.length === 0 ? leaves : [...leaves, merge(small)];
}

function gasOf(item: Item): number {
  return Number(item.gas_used ?? 0);
}

function merge(items: readonly Item[]): Node {
  return {
    value: items.reduce((sum, item) => sum + gasOf(item), 0),
    count: items.length,
  };
}

function toCell({ x0, x1, y0, y1 }: { x0: number; x1: number; y0: number; y1: number }): Cell {
  return {
    x: x0 / BOX.width,
    y: y0 / BOX.height,
    width: (x1 - x0) / BOX.width,
    height: (y1 - y0) / BOX.height,
  };
}
