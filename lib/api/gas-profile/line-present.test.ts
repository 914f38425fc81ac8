import { expect, test } from 'vitest';
import type { GasTrace } from '@/lib/evm/gas-tracer';
import type { SourceMap } from '@/lib/evm/source-map';
import { address, NO_ACCOUNTS } from '@/test/support/rows';
import type { KnownCode } from './line-loader';
import { presentLines } from './line-present';
import { withinCalls } from './line-sums';

const TEXT = 'function a() {\n  b();\n}\nfunction b() {\n  x = 1;\n}\n';
const owner = address(0x11);
const key = `0x${owner.toString('hex')}`;
const other = `0x${'22'.repeat(20)}`;
const range = (part: string) => ({ file: 0, start: TEXT.indexOf(part), length: part.length });
const [a, b] = [range('function a() {\n  b();\n}'), range('function b() {\n  x = 1;\n}')];
const at = (place: typeof a | undefined) => ({ opcode: 0x5b, range: place, jump: undefined });
const map: SourceMap = new Map([
  [0, at(undefined)],
  [1, at(range('b();'))],
  [2, at(b)],
  [3, at(range('x = 1'))],
]);
const code: KnownCode = {
  owner,
  outline: {
    ...{ map, files: new Map([[0, 'a.sol']]), definitions: [a, b], reverts: [] },
    functions: [
      { ...a, name: 'T.a', selector: '01020304' },
      { ...b, name: 'T.b' },
    ],
  },
  texts: new Map([['a.sol', TEXT]]),
};
const trace: GasTrace = {
  nodes: [
    { parent: -1, code: key, entry: '0x01020304', calls: 1, gas: 30 },
    { parent: 0, code: key, entry: 2, calls: 2, gas: 50 },
    // of an instruction that the compiler generated
    { parent: 1, code: key, entry: 0, calls: 1, gas: 5 },
    { parent: 1, code: other, entry: '0xaabbccdd', calls: 1, gas: 15 },
  ],
  counters: [
    { code: key, pc: 0, gas: 15, inner: 0, count: 1 },
    { code: key, pc: 1, gas: 20, inner: 0, count: 1 },
    { code: key, pc: 2, gas: 10, inner: 0, count: 2 },
    { code: key, pc: 3, gas: 40, inner: 15, count: 2 },
  ],
  last: { code: key, pc: 1, node: 0, isHalted: false },
};
const context = { addresses: NO_ACCOUNTS, calls: 110n, methods: new Map([[`${other}/0xaabbccdd`, 'poke']]) };
const present = (of: GasTrace) => presentLines(of, new Map([[key, code]]), context);

test('lines, functions and what is of none of them', () => {
  const { lines, functions, frames, excerpts, ...sums } = present(trace);
  expect(lines).toMatchObject([
    { path: 'a.sol', line: 5, function: 'T.b', count: 2, own_gas: '40', inner_gas: '15' },
    { path: 'a.sol', line: 2, function: 'T.a', count: 1, own_gas: '20', inner_gas: '0' },
  ]);
  expect(sums).toEqual({
    ...{ lines_count: 2, lines_gas: '60', generated_gas: '25', unknown_gas: '15', rest_gas: '10' },
  });
  expect(functions).toMatchObject([
    { function: 'T.b', line: 4, calls: 2, own_gas: '55', total_gas: '70' },
    { function: 'T.a', line: 1, calls: 1, own_gas: '30', total_gas: '100' },
  ]);
  expect(frames).toMatchObject([
    { index: 0, parent: null, depth: 0, method: 'T.a', own_gas: '30', total_gas: '100' },
    { index: 1, parent: 0, depth: 1, method: 'T.b', own_gas: '55', total_gas: '70' },
    { index: 2, parent: 1, depth: 2, method: 'poke', own_gas: '15', total_gas: '15' },
  ]);
  expect(excerpts[0]).toMatchObject({
    ...{ function: 'T.b', first_line: 4 },
    lines: [
      { text: 'function b() {', own_gas: null },
      { text: '  x = 1;', own_gas: '40', inner_gas: '15' },
      { text: '}', own_gas: null },
    ],
  });
});

test('where an unknown refund was subtracted, the rest is unknown', () => {
  const net = presentLines(trace, new Map([[key, code]]), { ...context, calls: 70n });
  expect(net).toMatchObject({ rest_gas: null, lines_gas: '60' });
  const loaded = { trace, codes: new Map([[key, code]]), reason: undefined };
  expect(withinCalls(loaded, { calls: 70n, refund: null })).toBe(loaded);
  expect(withinCalls(loaded, { calls: 100n, refund: 0n })).toBe(loaded);
  expect(withinCalls(loaded, { calls: 99n, refund: 0n })).toMatchObject({
    ...{ trace: undefined, reason: 'trace_contradicts' },
  });
});

test('a constructor of a contract that is called later is code without known sources', () => {
  const creation = { parent: 0, code: key, entry: 'create', calls: 1, gas: 40 };
  const created = present({ ...trace, nodes: [...trace.nodes, creation] });
  expect(created).toMatchObject({ generated_gas: '25', unknown_gas: '55' });
});

test('an instruction that fails with all gas has used the rest', () => {
  const halted = present({ ...trace, last: { code: key, pc: 1, node: 0, isHalted: true } });
  expect(halted).toMatchObject({ rest_gas: '0', lines: [{ line: 5 }, { line: 2, own_gas: '30' }] });
  expect(halted.frames[0]).toMatchObject({ own_gas: '40', total_gas: '110' });
});

test('of a long function the lines around the one that used the most', () => {
  const body = Array.from({ length: 400 }, (_, line) => `  y(${line});\n`).join('');
  const text = `function a() {\n${body}}`;
  const whole = { file: 0, start: 0, length: text.length };
  const hot = { file: 0, start: text.indexOf('y(300)'), length: 6 };
  const long: KnownCode = {
    ...code,
    outline: {
      ...code.outline,
      ...{ map: new Map([[1, at(hot)]]), definitions: [whole], functions: [{ ...whole, name: 'T.a' }] },
    },
    texts: new Map([['a.sol', text]]),
  };
  const counters = [{ code: key, pc: 1, gas: 9, inner: 0, count: 1 }];
  const [excerpt] = presentLines({ ...trace, counters }, new Map([[key, long]]), context).excerpts;
  expect(excerpt?.lines).toHaveLength(50);
  expect(excerpt).toMatchObject({ first_line: 277 });
});
