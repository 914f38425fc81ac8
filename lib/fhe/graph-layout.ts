import type { Drawing, DrawingEdge, DrawingNode } from './graph-drawing';

/** Where a node stands, in pixels; boxes go by the index of the node. */
export type NodeBox = Readonly<{ x: number; y: number; width: number; height: number }>;

/** One swim lane over the whole width, in pixels; lanes go by the index of the drawing's lanes. */
type LaneBox = Readonly<{ y: number; height: number }>;

/**
 * A drawing in pixels, `edges` being SVG path data by the index of the edge. On the plot one HCU is
 * `plot.width / maxDepth` pixels wide wherever it stands; `ticks` are round values of that scale.
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

/** The measures of a picture in pixels: its width, and where the plot begins (the sources stand left of it). */
type LayoutOptions = Readonly<{ width?: number; plotX?: number }>;

type Scale = (hcu: number) => number;
/** A node on its way to a box: it has its columns and waits for a row. */
type Placed = { index: number; left: number; right: number; row: number; isCritical: boolean };

const WIDTH = 1200;
const PLOT_X = 140;
const MARGIN = 16;
const ROW = 32;
const BOX_HEIGHT = 24;
const SOURCE_ROW = 24;
const SOURCE_BOX = { x: MARGIN, width: 96, height: 18 };
const LANE_HEADER = 24;
const LANE_GAP = 8;
const NARROWEST = 6;
const MAX_TICKS = 6;
const SHORTEST_BEND = 12;

/**
 * Places a drawing: operations from `start` to `end` at true scale (at least six pixels wide), sources left of the
 * scale, one band per lane, and as few rows in it as keep boxes from overlapping; the critical path comes first.
 * Equal drawings give equal layouts; the time grows as sorting does.
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
    const operations = placeOperations(drawing.nodes, members, scale);
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

/** The operation that reads a source first, by source. */
function findFirstReaders({ edges, nodes }: Drawing): Map<number, number> {
  const readers = new Map<number, number>();
  for (const { from, to } of edges) {
    const known = readers.get(from);
    if (nodes[from]?.kind !== 'operation' && (known === undefined || to < known)) readers.set(from, to);
  }
  return readers;
}

function placeOperations(
  nodes: readonly DrawingNode[],
  members: readonly number[],
  scale: Scale,
): readonly Placed[] {
  const placed = members.flatMap((index): Placed[] => {
    const node = nodes[index];
    if (node?.kind !== 'operation') return [];
    const left = scale(node.start);
    const right = Math.max(scale(node.end), round(left + NARROWEST));
    return [{ index, left, right, row: 0, isCritical: node.isCritical }];
  });
  // The critical path gets rows of its own, so that it runs straight.
  const used = packRows(
    placed.filter(({ isCritical }) => isCritical),
    0,
  );
  packRows(
    placed.filter(({ isCritical }) => !isCritical),
    used,
  );
  return placed;
}

/**
 * Gives each box a row in which nothing overlaps it, and says how many rows there are then. A row is opened only when
 * all others are taken at that place, so there are no more of them than boxes that overlap in one point.
 */
function packRows(boxes: readonly Placed[], firstRow: number): number {
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
  const bend = Math.max(SHORTEST_BEND, Math.abs(x2 - x1) / 2);
  return `M${x1} ${y1}C${round(x1 + bend)} ${y1} ${round(x2 - bend)} ${y2} ${x2} ${y2}`;
}

/** 0 and up to six round values (1, 2 or 5 times a power of ten apart) below or at the greatest depth. */
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
