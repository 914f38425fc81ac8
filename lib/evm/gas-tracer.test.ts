import { expect, test } from 'vitest';
import { readGasTrace, writeGasTracer } from './gas-tracer';

const code = `0x${'ab'.repeat(20)}`;
const node = [-1, code, '0x12345678', 1, 500];
const counter = [code, 3, 100, 0, 2];
const last = { code, pc: 9, node: 0, isHalted: false };
const answer = { nodes: [node, [0, code, 77, 2, 30]], counters: [counter], last };

test('the answer of the tracer is read', () => {
  expect(readGasTrace(answer)).toEqual({
    nodes: [
      { parent: -1, code, entry: '0x12345678', calls: 1, gas: 500 },
      { parent: 0, code, entry: 77, calls: 2, gas: 30 },
    ],
    counters: [{ code, pc: 3, gas: 100, inner: 0, count: 2 }],
    last,
  });
  expect(readGasTrace({ nodes: [], counters: [], last: null })?.last).toBeUndefined();
});

test.each([
  ['nothing', null],
  ['struct logs', { structLogs: [] }],
  ['a call path within itself', { ...answer, nodes: [[0, code, '0x', 1, 1]] }],
  ['gas below nothing', { ...answer, nodes: [[-1, code, '0x', 1, -5]] }],
  ['a name for an entry', { ...answer, nodes: [[-1, code, '<b>', 1, 5]] }],
  ['a short address', { ...answer, counters: [['0x01', 3, 100, 0, 2]] }],
  ['a fraction of gas', { ...answer, counters: [[code, 3, 0.5, 0, 2]] }],
  ['too many call paths', { ...answer, nodes: Array(3_001).fill(node) }],
  ['too many instructions', { ...answer, counters: Array(60_001).fill(counter) }],
  ['a last instruction of nothing', { ...answer, last: { ...last, code: 'x' } }],
])('%s is no answer of the tracer', (_, lie) => {
  expect(readGasTrace(lie)).toBeUndefined();
});

type Tracer = Record<'step' | 'result', (...given: unknown[]) => unknown>;

test('a million steps are reduced to sums', () => {
  const jumps = new Map([[code, { in: [4], out: [9] }]]);
  const tracer: Tracer = new Function('toHex', `return ${writeGasTracer(jumps, false)}`)((bytes: unknown) =>
    typeof bytes === 'string' ? bytes : '0x12345678',
  );
  let [op, pc, gas] = [0, 0, 10_000_000];
  const log = {
    op: { toNumber: () => op },
    contract: { getAddress: () => code, getInput: () => new Uint8Array(4) },
    ...{ getPC: () => pc, getGas: () => gas },
  };
  for (let at = 0; at < 1_000_000; at++) {
    pc = at % 10;
    op = pc === 4 || pc === 9 ? 0x56 : 0x5b;
    tracer.step(log);
    gas -= 3;
  }
  const text = JSON.stringify(tracer.result({}));
  expect(text.length).toBeLessThan(1_000);
  expect(readGasTrace(JSON.parse(text))?.nodes).toEqual([
    { parent: -1, code, entry: '0x12345678', calls: 1, gas: 1_500_000 },
    // all but the last step
    { parent: 0, code, entry: 5, calls: 100_000, gas: 1_499_997 },
  ]);
});
