import { expect, test } from 'vitest';
import { readStepTrace } from './step-trace';
import { writeStepTracer } from './step-tracer';
import { createReplay } from './struct-logs';

const account = Buffer.alloc(20, 0xab);
const log = (fields: object) => ({ pc: 0, op: 'STOP', gas: 9, depth: 1, stack: [], memory: [], ...fields });
const rest = { failed: false, returnValue: '' };

const replay = () =>
  createReplay(
    writeStepTracer({ step: 0, before: 0, after: 5, memoryFrom: 0 }),
    { account, input: Buffer.alloc(4), isCreation: false },
    10,
  );

test('words with and without 0x, numbers of any form, and opcodes by their older names are read', () => {
  const { push, end } = replay();
  expect(
    push(log({ op: 'SHA3', gas: '0x10', stack: ['ff', '0x1'], memory: ['0x01', '2'.padStart(64, '0')] })),
  ).toBe(true);
  expect(push(log({ op: 'opcode 0xc not defined', pc: 1 }))).toBe(true);
  expect(readStepTrace(end(rest, false))).toMatchObject({
    steps: [
      { opcode: 0x20, gas: 16, stack: [1n, 255n] },
      { opcode: 0x0c, pc: 1 },
    ],
    state: { memory: Buffer.from(`${'1'.padStart(64, '0')}${'2'.padStart(64, '0')}`, 'hex'), memorySize: 64 },
    isCut: false,
  });
});

test('no more steps are taken than are wanted', () => {
  const { push, end } = replay();
  for (let at = 0; at < 10; at += 1) expect(push(log({ op: 'ADD', pc: at }))).toBe(true);
  expect(push(log({}))).toBe(false);
  expect(readStepTrace(end(rest, true))).toMatchObject({ total: 10, isCut: true });
});

test('memory beyond all bounds is not asked for', () => {
  const { push, end } = replay();
  const huge = 'f'.repeat(64);
  push(log({ op: 'CREATE', stack: [huge, huge, '0'] }));
  push(log({ op: 'CALL', stack: [huge, huge, huge, huge, '0', '0', '0'] }));
  expect(push(log({ stack: ['0'] }))).toBe(true);
  expect(readStepTrace(end(rest, false))?.total).toBe(3);
});

test.each([
  ['nothing', null],
  ['no instruction', log({ op: 7 })],
  ['a depth that no call leads to', log({ depth: 2 })],
  ['no depth', log({ depth: 0 })],
  ['a fraction', log({ pc: 0.5 })],
  ['a word that is none', log({ stack: ['<b>'] })],
  ['a word of a megabyte', log({ stack: ['f'.repeat(1_000_000)] })],
  ['memory that is none', log({ memory: [7] })],
])('%s is no struct log', (_, lie) => {
  const { push, end } = replay();
  expect(push(lie)).toBe(false);
  expect(end(rest, false)).toBeUndefined();
});

test('a trace without an outcome is none', () => {
  const { push, end } = replay();
  push(log({}));
  expect(end({ structLogs: [] }, false)).toBeUndefined();
});

test.each([
  // the first example of EIP-1014
  ['CREATE2', ['0', '1', '0', '0'], '4d1a2e2bb4f88f0250f26ffff098b0b30b26bf38'],
  ['CREATE', ['1', '0', '0'], null],
])('where a contract was to be that %s did not create', (op, stack, expected) => {
  const { push, end } = createReplay(
    writeStepTracer({ step: 1, before: 0, after: 5, memoryFrom: 0 }),
    { account: Buffer.alloc(20), input: Buffer.alloc(0), isCreation: false },
    10,
  );
  push(log({ op, stack }));
  push(log({ op: 'INVALID', depth: 2 }));
  push(log({ stack: ['0'] }));
  const code = expected && Buffer.from(expected, 'hex');
  expect(readStepTrace(end(rest, false))).toMatchObject({
    state: { account: code, calls: [{}, { type: op, code }] },
  });
});
