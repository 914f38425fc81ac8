import { expect, test } from 'vitest';
import { isPossible, listCounted } from './check-gas-trace';
import { CREATION, type GasTrace } from './gas-tracer';

const [known, other] = [`0x${'ab'.repeat(20)}`, `0x${'cd'.repeat(20)}`];
const codes = new Map([[known, true]]);
const path = { parent: 0, code: known, entry: '0x01020304', calls: 1, gas: 100 };
const counter = { code: known, pc: 3, gas: 90, inner: 500, count: 1 };
const trace: GasTrace = {
  nodes: [{ ...path, parent: -1, code: other }, path, { ...path, code: other, gas: 300 }],
  counters: [counter],
  last: { code: other, pc: 1, node: 0, isHalted: false },
};
const possible = (changed: Partial<GasTrace>) => isPossible({ ...trace, ...changed }, codes, 500n);

test('sums are possible up to what was allowed', () => {
  expect(possible({})).toBe(true);
  expect(isPossible(trace, codes, 499n)).toBe(false);
  // a call that calls its own code again
  expect(possible({ counters: [{ ...counter, inner: 1_500, count: 3 }] })).toBe(true);
});

test.each<[string, Partial<GasTrace>]>([
  ['more than the call paths of the code', { counters: [counter, { ...counter, gas: 11 }] }],
  ['code without a call path', { nodes: trace.nodes.filter(({ code }) => code === other) }],
  ['code that was not asked for', { counters: [{ ...counter, code: other }] }],
  ['calls that used more than was allowed', { counters: [{ ...counter, inner: 501 }] }],
  ['more executions than gas', { counters: [{ ...counter, count: 501 }] }],
  ['more calls than gas', { nodes: [...trace.nodes, { ...path, gas: 0, calls: 501 }] }],
  [
    'a last instruction in a constructor inside',
    {
      nodes: [...trace.nodes, { ...path, entry: CREATION, gas: 0 }],
      last: { code: known, pc: 1, node: 3, isHalted: true },
    },
  ],
])('%s is impossible', (_, lie) => {
  expect(possible(lie)).toBe(false);
});

test('constructors inside are not counted, nor are functions inside them', () => {
  const nodes = [
    { ...path, parent: -1, entry: CREATION },
    { ...path, entry: CREATION },
    { ...path, parent: 1, entry: 7 },
    { ...path, parent: 1 },
    { ...path, parent: 3, entry: 7 },
  ];
  expect(listCounted(nodes, codes)).toEqual([true, false, false, true, true]);
});
