import { expect, test } from 'vitest';
import type { FlowEdge, FlowNode } from '@/lib/endpoints/money-flow';
import { mentionOf } from '@/test/support/mention';
import { arrangeFlow } from './arrange-flow';
import { writeFlowCsv } from './flow-csv';

const node = (digit: number, hop: number, name: string | null = null): FlowNode => ({
  ...{ hop, address: mentionOf(`0x${String(digit).repeat(40)}`, { name }), stop: null },
  ...{ is_open: hop === 0, branches_count: 0, read_to: null },
});
const place = { block_number: 1, transaction_hash: `0x${'a'.repeat(64)}`, timestamp: '2026-01-01T00:00:00Z' };
const edge = (from: number, to: number): FlowEdge => ({
  ...{ from, to, token: null, token_id: null, amount: '1500000000000000000', count: 1 },
  ...{ first: place, last: place },
});

test('each edge has a place of its own at both ends, whichever way the money goes', () => {
  const nodes = [node(1, 0), node(2, 1), node(3, 1)];
  const {
    edges,
    nodes: placed,
    width,
    height,
  } = arrangeFlow({
    nodes,
    edges: [edge(0, 1), edge(0, 2), edge(2, 0)],
  });
  expect(new Set(edges.map(({ nearY }) => nearY)).size).toBe(3);
  for (const { nearX, farX, farY } of edges) {
    expect(nearX).toBeLessThan(farX);
    expect(farY).toBeLessThan(height);
  }
  expect(placed[2]?.y).toBeGreaterThan((placed[1]?.y ?? 0) + (placed[1]?.height ?? 0));
  expect(width).toBeGreaterThan(placed[2]?.x ?? 0);
});

test('the CSV has amounts with decimals, and names cannot be formulas', () => {
  const nodes = [node(1, 0), node(2, 1, '=HYPERLINK("x")')];
  const [, record] = writeFlowCsv(
    { nodes, edges: [edge(0, 1)], direction: 'out', has_traces: true },
    'ETH',
  ).split('\r\n');
  expect(record).toContain(`"'=HYPERLINK(""x"")"`);
  expect(record).toContain(',1.5,ETH,');
});
