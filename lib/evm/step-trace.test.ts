import { expect, test } from 'vitest';
import { readStepTrace } from './step-trace';
import { writeStepTracer } from './step-tracer';

const call = { type: 'CALL', code: `0x${'ab'.repeat(20)}`, call: 0, first: 0, last: 9, init: '0x' };
const state = {
  ...{ account: call.code, stack: ['1', 'ff'], stackSize: 2, memory: '0x00', memoryFrom: 0, memorySize: 1 },
  ...{ input: '0x', inputSize: 0, ret: '0x', retSize: 0, isTouchedCut: false, calls: [call] },
  touched: [[1, '0', null, false]],
};
const step = [3, 5, 0x55, 100, 20_000, 0, 0, ['1', '2']];
const answer = {
  ...{ total: 10, found: -1, failure: null, steps: [step], state },
  ...{ next: { log: 7 }, previous: {} },
};

test('the answer of the tracer is read', () => {
  expect(readStepTrace(answer)).toMatchObject({
    ...{ total: 10, found: undefined, failure: null, next: { log: 7 }, previous: {} },
    steps: [{ index: 3, pc: 5, opcode: 0x55, gas: 100, cost: 20_000, depth: 0, call: 0, stack: [1n, 2n] }],
    state: { stack: [1n, 255n], touched: [{ step: 1, slot: 0n, value: null, isWrite: false }] },
  });
});

test('a step that the transaction does not have is none', () => {
  expect(
    readStepTrace({ ...answer, next: { log: 10, call: -4, other: 1 }, failure: 10, found: 99 }),
  ).toMatchObject({ next: {}, failure: null, found: undefined });
});

test('gas that is no number hides nothing else', () => {
  const lying = [3, 5, 0x55, 'a lot', 1e300, 0, 0, []];
  expect(readStepTrace({ ...answer, steps: [lying] })?.steps).toMatchObject([{ gas: null, cost: null }]);
});

const withStep = (at: number, value: unknown) => ({
  ...answer,
  steps: [step.map((own, index): unknown => (index === at ? value : own))],
});
test.each([
  ['nothing', null],
  ['struct logs', { structLogs: [] }],
  ['a negative depth', withStep(5, -1)],
  ['an endless depth', withStep(5, 1e9)],
  ['an opcode of two bytes', withStep(2, 256)],
  ['a name for an opcode', withStep(2, '<img src=x>')],
  ['a word of a megabyte', withStep(7, ['f'.repeat(1_000_000)])],
  ['too many words', withStep(7, ['1', '2', '3', '4', '5'])],
  ['too many steps', { ...answer, steps: Array(501).fill(step) }],
  ['memory without end', { ...answer, state: { ...state, memory: `0x${'00'.repeat(2_049)}` } }],
  ['no calls', { ...answer, state: { ...state, calls: [] } }],
  ['a call of another kind', { ...answer, state: { ...state, calls: [{ ...call, type: '<b>' }] } }],
  ['a short address', { ...answer, state: { ...state, account: '0x01' } }],
  ['a size below nothing', { ...answer, state: { ...state, memorySize: -1 } }],
  ['no targets', { ...answer, next: undefined }],
])('%s is no answer of the tracer', (_, lie) => {
  expect(readStepTrace(lie)).toBeUndefined();
});

type Tracer = Record<'step' | 'result', (...given: unknown[]) => unknown>;

test('a million steps are reduced to those around one', () => {
  const tracer: Tracer = new Function(
    'toHex',
    `return ${writeStepTracer({ step: 700_000, before: 5, after: 5, memoryFrom: 0 })}`,
  )((bytes: Uint8Array | string) =>
    typeof bytes === 'string' ? bytes : `0x${Buffer.from(bytes).toString('hex')}`,
  );
  let [op, pc] = [0, 0];
  const log = {
    op: { toNumber: () => op },
    contract: { getAddress: () => call.code, getInput: () => new Uint8Array(4) },
    ...{ getPC: () => pc, getGas: () => 1, getCost: () => 1 },
    stack: { length: () => 3, peek: (at: number) => BigInt(at) },
    memory: { length: () => 1_000_000, slice: (from: number, to: number) => new Uint8Array(to - from) },
  };
  for (let at = 0; at < 1_000_000; at++) {
    pc = at % 24_000;
    op = at % 10 === 0 ? 0x55 : 0x5b;
    tracer.step(log);
  }
  const text = JSON.stringify(tracer.result({ type: 'CALL', to: call.code, input: new Uint8Array(4) }));
  expect(text.length).toBeLessThan(30_000);
  expect(readStepTrace(JSON.parse(text))).toMatchObject({
    ...{
      total: 1_000_000,
      next: { storage_write: 700_010, over: 700_001 },
      previous: { storage_write: 699_990 },
    },
    state: { memorySize: 1_000_000, isTouchedCut: true },
  });
});
