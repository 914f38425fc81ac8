import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildFheGraph } from './graph';
import type { Drawing, DrawingNode } from './graph-drawing';
import { type GraphLayout, layoutGraph } from './graph-layout';
import type { ListedOperation } from './graph-operation';

const node = (given: Partial<DrawingNode>): DrawingNode => ({
  kind: 'operation',
  lane: 0,
  label: 'add',
  fheType: 'Uint64',
  handle: null,
  count: 1,
  members: [],
  cost: 0,
  start: 0,
  end: 0,
  isCritical: false,
  ...given,
});

const edge = (from: number, to: number) => ({ from, to, handle: null, count: 1, isCritical: false });

function drawing(nodes: readonly DrawingNode[], edges: Drawing['edges'] = []): Drawing {
  const count = Math.max(0, ...nodes.map(({ lane }) => lane + 1));
  const lanes = Array.from({ length: count }, (_, lane) => ({ caller: `0x${lane}`, isRest: false }));
  return { isCollapsed: false, lanes, nodes, edges, hiddenEdgeCount: 0 };
}

function overlaps(one: GraphLayout['boxes'][number], other: GraphLayout['boxes'][number]): boolean {
  const epsilon = 1e-6;
  return (
    one.x + epsilon < other.x + other.width &&
    other.x + epsilon < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

test('x is the depth at true scale, sources stand left of it, a chain runs in one row', () => {
  const layout = layoutGraph(
    drawing(
      [
        node({ start: 0, end: 100_000, isCritical: true }),
        node({ start: 100_000, end: 400_000, isCritical: true }),
        node({ start: 0, end: 50_000 }),
        node({ kind: 'input', label: 'e1' }),
      ],
      [edge(0, 1), edge(3, 0), edge(3, 2)],
    ),
    { width: 556, plotX: 140 },
  );
  expect(layout.plot).toEqual({ x: 140, width: 400 });
  expect(layout.boxes.map(({ x, width }) => [x, width])).toEqual([
    [140, 100],
    [240, 300],
    [140, 50],
    [16, 96],
  ]);
  const [first, second, aside] = layout.boxes;
  expect(second?.y).toBe(first?.y);
  expect(aside?.y).toBeGreaterThan(first?.y ?? 0);
  expect(layout.edges[0]).toBe('M240 36C252 36 228 36 240 36');
  expect(layout.edges[1]).toBe('M112 33C126 33 126 36 140 36');
  expect(layout.ticks.map(({ hcu }) => hcu)).toEqual([0, 100_000, 200_000, 300_000, 400_000]);
  expect(layout.ticks.at(-1)?.x).toBe(540);
});

test('lanes do not touch, and what costs nothing can still be seen', () => {
  const layout = layoutGraph(drawing([node({}), node({ lane: 1 }), node({ kind: 'input', lane: 1 })]));
  expect(layout.boxes[0]?.width).toBe(6);
  const [one, two] = layout.lanes;
  expect((one?.y ?? 0) + (one?.height ?? 0)).toBeLessThan(two?.y ?? 0);
  expect(layout.height).toBe((two?.y ?? 0) + (two?.height ?? 0));
  expect(layoutGraph(drawing([]))).toMatchObject({
    height: 0,
    boxes: [],
    edges: [],
    ticks: [{ hcu: 0, x: 140 }],
  });
});

test('no two boxes overlap, all stay inside, and equal drawings give equal layouts', () => {
  const anyNode = fc
    .record({
      kind: fc.constantFrom('operation' as const, 'operation' as const, 'input' as const),
      lane: fc.integer({ min: 0, max: 2 }),
      start: fc.integer({ min: 0, max: 4_000_000 }),
      cost: fc.oneof(fc.constant(32), fc.integer({ min: 0, max: 1_000_000 })),
      isCritical: fc.boolean(),
    })
    .map(({ start, cost, ...rest }) => node({ ...rest, cost, start, end: start + cost }));
  fc.assert(
    fc.property(fc.array(anyNode, { maxLength: 40 }), (nodes) => {
      const drawn = drawing(nodes);
      const layout = layoutGraph(drawn);
      layout.boxes.forEach((box, index) => {
        const lane = layout.lanes[nodes[index]?.lane ?? 0];
        expect(box.y).toBeGreaterThanOrEqual(lane?.y ?? 0);
        expect(box.y + box.height).toBeLessThanOrEqual((lane?.y ?? 0) + (lane?.height ?? 0));
        expect(box.x + box.width).toBeLessThanOrEqual(layout.width);
        for (const other of layout.boxes.slice(index + 1)) expect(overlaps(box, other)).toBe(false);
      });
      expect(layoutGraph(structuredClone(drawn))).toEqual(layout);
    }),
  );
});

test('draws 5,000 operations whole, also when all begin at once', () => {
  const word = (value: number) => value.toString(16).padStart(64, '0');
  const listed = Array.from(
    { length: 5000 },
    (_, index): ListedOperation => ({
      log_index: index,
      operation: 'FheAdd',
      type: 'arithmetic',
      fhe_type: 'Uint64',
      is_scalar: false,
      inputs: { lhs: word(index), rhs: word(index >> 1) },
      result: `0x${word(index + 1)}`,
      hcu_cost: 162_000,
      hcu_depth: 162_000 * (index % 2 === 0 ? 1 : 1 + (index % 30)),
      caller: { hash: `0x${index % 5}` },
    }),
  );
  const { drawing } = buildFheGraph(listed, { nameOperation: (name) => name, maxNodes: 5000 });
  const layout = layoutGraph(drawing);
  expect(layout.edges).toHaveLength(9999);
  expect(layout.lanes).toHaveLength(5);
  const places = layout.boxes.map(({ x, y }, index) => `${drawing.nodes[index]?.kind} ${x} ${y}`);
  expect(new Set(places).size).toBe(5001);
});
