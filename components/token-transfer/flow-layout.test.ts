import { expect, test } from 'vitest';
import { layoutFlows, mergeFlows } from './flow-layout';

const move = (from: string, to: string, amount: bigint | null = 1n) => ({ from, to, asset: 't', amount });

test('what goes the same way is one flow, and what cannot be read hides the sum', () => {
  const flows = mergeFlows(
    [move('a', 'b', 2n), move('b', 'a', 5n), move('a', 'b', 3n), move('b', 'a', null)],
    60,
  );
  expect(flows).toEqual([
    { from: 'a', to: 'b', asset: 't', amount: 5n, count: 2 },
    { from: 'b', to: 'a', asset: 't', amount: null, count: 2 },
  ]);
});

test('of too many flows those remain that went most often, in their order', () => {
  const flows = mergeFlows(
    [move('a', 'b'), move('a', 'c'), move('b', 'c'), move('b', 'c'), move('a', 'c')],
    2,
  );
  expect(flows.map(({ from, to }) => from + to)).toEqual(['ac', 'bc']);
});

test('every flow has a slot of its own at both sides, within its accounts', () => {
  const flows = mergeFlows(
    [move('a', 'x'), move('a', 'y'), move('b', 'x'), move('c', 'a'), move('a', 'a')],
    60,
  );
  const { left, right, edges, height } = layoutFlows(flows);
  expect(left.map(({ account }) => account)).toEqual(['a', 'b', 'c']);
  expect(new Set(edges.map(({ fromY }) => fromY)).size).toBe(5);
  expect(new Set(edges.map(({ toY }) => toY)).size).toBe(5);
  for (const { from, to, fromY, toY } of edges) {
    const giver = left.find(({ account }) => account === from);
    const taker = right.find(({ account }) => account === to);
    expect(fromY > (giver?.top ?? Infinity) && fromY < (giver?.bottom ?? 0)).toBe(true);
    expect(toY > (taker?.top ?? Infinity) && toY < (taker?.bottom ?? 0)).toBe(true);
  }
  expect(height).toBe(Math.max(left.at(-1)?.bottom ?? 0, right.at(-1)?.bottom ?? 0));
});

test('flows that need not cross do not', () => {
  const { edges } = layoutFlows(mergeFlows([move('a', 'y'), move('b', 'x'), move('c', 'z')], 60));
  const byGiver = edges.toSorted((a, b) => a.fromY - b.fromY).map(({ toY }) => toY);
  expect(byGiver).toEqual([...byGiver].sort((a, b) => a - b));
});

test('nothing is a picture of no height', () => {
  expect(layoutFlows([])).toEqual({ left: [], right: [], edges: [], height: 0 });
});
