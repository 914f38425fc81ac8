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
  ['a last instruction of no call path', { ...answer, last: { ...last, node: 2 } }],
  ['a last instruction of other code', { ...answer, last: { ...last, code: `0x${'cd'.repeat(20)}` } }],
  ['a second call around all', { ...answer, nodes: [node, node] }],
  ['a function around all', { ...answer, nodes: [[-1, code, 77, 1, 5]] }],
  ['a function of other code', { ...answer, nodes: [node, [0, `0x${'cd'.repeat(20)}`, 77, 1, 5]] }],
])('%s is no answer of the tracer', (_, lie) => {
  expect(readGasTrace(lie)).toBeUndefined();
});

type Tracer = Record<'step' | 'enter' | 'exit' | 'result', (...given: unknown[]) => unknown>;

function runTracer(): Tracer {
  const jumps = new Map([[code, { in: [4], out: [9] }]]);
  return new Function('toHex', `return ${writeGasTracer(jumps, false)}`)((bytes: unknown) =>
    typeof bytes === 'string' ? bytes : '0x12345678',
  );
}

const logOf = (step: { op: number; pc: number; gas: number }) => ({
  op: { toNumber: () => step.op },
  contract: { getAddress: () => code, getInput: () => new Uint8Array(4) },
  ...{ getPC: () => step.pc, getGas: () => step.gas },
});

test.each([
  ['out of gas', 0xfd, true],
  ['execution reverted', 0xfd, false],
  ['invalid opcode: INVALID', 0xfe, true],
  [undefined, 0xf3, false],
])('the last instruction, with the error %s', (error, op, isHalted) => {
  const tracer = runTracer();
  tracer.step(logOf({ op, pc: 1, gas: 100 }));
  expect(readGasTrace(tracer.result({ error }))?.last).toMatchObject({ pc: 1, isHalted });
});

test('with too many call paths, known code keeps its gas', () => {
  const tracer = runTracer();
  tracer.step(logOf({ op: 0xf1, pc: 1, gas: 1_000_000 }));
  for (let at = 0; at < 6_000; at++) {
    const to = at % 2 === 0 ? `0x${String(at).padStart(40, '0')}` : code;
    const input = { length: 4, slice: () => `0x${String(at).padStart(8, '0')}` };
    tracer.enter({ getType: () => 'CALL', getTo: () => to, getInput: () => input });
    tracer.step(logOf({ op: 0, pc: 0, gas: 50 }));
    tracer.exit({ getError: () => undefined, getGasUsed: () => 10 });
  }
  const read = readGasTrace(JSON.parse(JSON.stringify(tracer.result({}))));
  const sum = (list: readonly { code: string; gas: number }[], isKnown: boolean) =>
    list.reduce((all, one) => all + (isKnown === (one.code === code) ? one.gas : 0), 0);
  expect(read?.nodes.length).toBeLessThanOrEqual(3_000);
  expect([sum(read?.nodes ?? [], true), sum(read?.counters ?? [], true)]).toEqual([30_000, 30_000]);
  expect(sum(read?.nodes ?? [], false)).toBe(30_000);
});

test('a million steps are reduced to sums', () => {
  const tracer = runTracer();
  const step = { op: 0, pc: 0, gas: 10_000_000 };
  const log = logOf(step);
  for (let at = 0; at < 1_000_000; at++) {
    step.pc = at % 10;
    step.op = step.pc === 4 || step.pc === 9 ? 0x56 : 0x5b;
    tracer.step(log);
    step.gas -= 3;
  }
  const text = JSON.stringify(tracer.result({}));
  expect(text.length).toBeLessThan(1_000);
  expect(readGasTrace(JSON.parse(text))?.nodes).toEqual([
    { parent: -1, code, entry: '0x12345678', calls: 1, gas: 1_500_000 },
    // all but the last step
    { parent: 0, code, entry: 5, calls: 100_000, gas: 1_499_997 },
  ]);
});
