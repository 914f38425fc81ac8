import type { Drawing, DrawingEdge, DrawingNode } from './graph-drawing';

/** Box of a node in pixels. */
export type NodeBox = Readonly<{ x: number; y: number; width: number; height: number }>;

type LaneBox = Readonly<{ y: number; height: number }>;

/**
 * Layout in pixels, indexed like the drawing; `edges` are SVG path data. One HCU is `plot.width / maxDepth` pixels
 * wide; `ticks` are round values.
 */
export type GraphLayout = Readonly<{
  width: number;
  height: number;
  maxDepth: number;
  plot: Readonly<{ x: number; width: number }>;
  ticks: readonly Readonly<{ hcu: number; x: number }>[];
  lanes: readonly LaneBox[];
  boxes: readonly NodeBox[];
  edges: readonly string[];
}>;

type LayoutOptions = Readonly<{ width?: number; plotX?: number }>;

type Scale = (hcu: number) => number;
type PositionedNode = { index: number; left: number; right: number; row: number; isCritical: boolean };

const WIDTH = 1200;
const PLOT_X = 140;
const MARGIN = 16;
const ROW = 32;
const BOX_HEIGHT = 24;
const SOURCE_ROW = 24;
const SOURCE_BOX = { x: MARGIN, width: 96, height: 18 };
const LANE_HEADER = 24;
const LANE_GAP = 8;
const MIN_WIDTH = 6;
const MAX_TICKS = 6;
const MIN_BEND = 12;

/**
 * Lays out a drawing: operations from `start` to `end` to scale (at least six pixels wide), sources on the left, one
 * band per lane with the fewest non-overlapping rows, critical path on top. Deterministic, O(n log n).
 */
export function layoutGraph(drawing: Drawing, options: LayoutOptions = {}): GraphLayout {
  const { width = WIDTH, plotX = PLOT_X } = options;
  const plot = { x: plotX, width: Math.max(1, width - plotX - MARGIN) };
  const maxDepth = drawing.nodes.reduce((depth, { end }) => Math.max(depth, end), 0);
  const scale: Scale = (hcu) => round(plot.x + (maxDepth === 0 ? 0 : (hcu / maxDepth) * plot.width));
  const boxes: NodeBox[] = drawing.nodes.map(() => ({ x: 0, y: 0, width: 0, height: 0 }));
  const readers = findFirstReaders(drawing);
  const lanes: LaneBox[] = [];
  let y = 0;
  for (const members of groupByLane(drawing)) {
    const content = y + LANE_HEADER;
    const operations = positionOperations(drawing.nodes, members, scale);
    for (const { index, left, right, row } of operations) {
      boxes[index] = { x: left, y: content + row * ROW, width: round(right - left), height: BOX_HEIGHT };
    }
    const readerY = (source: number) => boxes[readers.get(source) ?? -1]?.y ?? 0;
    const sources = members
      .filter((index) => drawing.nodes[index]?.kind !== 'operation')
      .sort((left, right) => readerY(left) - readerY(right) || left - right);
    sources.forEach((index, row) => {
      boxes[index] = { ...SOURCE_BOX, y: content + row * SOURCE_ROW };
    });
    const rows = operations.reduce((count, { row }) => Math.max(count, row + 1), 0);
    lanes.push({ y, height: LANE_HEADER + Math.max(rows * ROW, sources.length * SOURCE_ROW) });
    y += LANE_GAP + (lanes.at(-1)?.height ?? 0);
  }
  const ticks = chooseTicks(maxDepth).map((hcu) => ({ hcu, x: scale(hcu) }));
  const edges = drawing.edges.map((edge) => drawEdge(edge, boxes));
  return { width, height: Math.max(0, y - LANE_GAP), maxDepth, plot, ticks, lanes, boxes, edges };
}

function groupByLane({ lanes, nodes }: Drawing): number[][] {
  const members: number[][] = lanes.map(() => []);
  nodes.forEach(({ lane }, index) => {
    members[lane]?.push(index);
  });
  return members;
}

function findFirstReaders({ edges, nodes }: Drawing): Map<number, number> {
  const readers = new Map<number, number>();
  for (const { from, to } of edges) {
    const reader = readers.get(from);
    if (nodes[from]?.kind !== 'operation' && (reader === undefined || to < reader)) readers.set(from, to);
  }
  return readers;
}

function positionOperations(
  nodes: readonly DrawingNode[],
  members: readonly number[],
  scale: Scale,
): readonly PositionedNode[] {
  const positioned = members.flatMap((index): PositionedNode[] => {
    const node = nodes[index];
    if (node?.kind !== 'operation') return [];
    const left = scale(node.start);
    const right = Math.max(scale(node.end), round(left + MIN_WIDTH));
    return [{ index, left, right, row: 0, isCritical: node.isCritical }];
  });
  // The critical path has its own rows, so that it runs straight.
  const used = packRows(
    positioned.filter(({ isCritical }) => isCritical),
    0,
  );
  packRows(
    positioned.filter(({ isCritical }) => !isCritical),
    used,
  );
  return positioned;
}

/** Interval partitioning: as few rows as boxes overlap at any point. Returns the row count. */
function packRows(boxes: readonly PositionedNode[], firstRow: number): number {
  const byLeft = [...boxes].sort((one, other) => one.left - other.left || one.index - other.index);
  const byRight = [...boxes].sort((one, other) => one.right - other.right || one.index - other.index);
  const free: number[] = [];
  let rows = firstRow;
  let ended = 0;
  for (const box of byLeft) {
    for (let done = byRight[ended]; done && done.right <= box.left; done = byRight[ended]) {
      free.push(done.row);
      ended += 1;
    }
    const row = free.pop();
    box.row = row ?? rows;
    if (row === undefined) rows += 1;
  }
  return rows;
}

function drawEdge({ from, to }: DrawingEdge, boxes: readonly NodeBox[]): string {
  const [source, target] = [boxes[from], boxes[to]];
  if (!source || !target) return '';
  const [x1, y1] = [round(source.x + source.width), round(source.y + source.height / 2)];
  const [x2, y2] = [target.x, round(target.y + target.height / 2)];
  const bend = Math.max(MIN_BEND, Math.abs(x2 - x1) / 2);
  return `M${x1} ${y1}C${round(x1 + bend)} ${y1} ${round(x2 - bend)} ${y2} ${x2} ${y2}`;
}

/** 0 and up to six round values (steps of 1, 2 or 5 times a power of ten) up to the maximum depth. */
function chooseTicks(maxDepth: number): number[] {
  if (maxDepth < 1) return [0];
  const power = 10 ** Math.floor(Math.log10(maxDepth / MAX_TICKS));
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => maxDepth / size <= MAX_TICKS);
  const size = Math.max(1, step ?? maxDepth);
  return Array.from({ length: Math.floor(maxDepth / size) + 1 }, (_, index) => index * size);
}

function round(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}
