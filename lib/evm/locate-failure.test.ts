import { expect, test } from 'vitest';
import type { FailedFrame } from './failure-trace';
import { type CodeOutline, functionAt, functionOfSelector, locateFailure } from './locate-failure';

const FUNCTION = { file: 0, start: 0, length: 1_000_000 };
const REVERT = 0xfd;
const outline = (reverts: CodeOutline['reverts']): CodeOutline => ({
  map: new Map([[1, { opcode: REVERT, range: FUNCTION, jump: undefined }]]),
  ...{ files: new Map([[0, 'C.sol']]), definitions: [], functions: [], reverts },
});
const frame = (output: string): FailedFrame => ({
  ...{ code: Buffer.alloc(20), input: Buffer.alloc(4), output: Buffer.from(output, 'hex') },
  ...{ jumps: [], isCut: false, tail: [1], at: null },
});

test.each(['08c379a0', `08c379a0${'00'.repeat(63)}`])(
  'an error that is cut short comes from assembly: %s',
  (output) => {
    const [text, assembly] = ['text', 'assembly'].map((kind, at) => ({
      file: 0,
      start: 9 * at,
      length: 5,
      kind,
    }));
    if (!text || !assembly) throw new Error('two statements');
    expect(locateFailure(outline([text, assembly]), frame(output)).place).toEqual(assembly);
  },
);

test('of statements in each other the outermost, however many there are; one that is listed twice counts', () => {
  const inside = (start: number, length: number) => ({ file: 0, start, length, kind: 'empty' });
  expect(locateFailure(outline([inside(4, 2), inside(3, 9)]), frame('')).place).toEqual(inside(3, 9));
  const twice = [inside(3, 9), inside(3, 9), inside(30, 9)];
  expect(locateFailure(outline(twice), frame('')).place).toEqual(inside(3, 9));
  const many = Array.from({ length: 20_000 }, (_, at) => inside(10 * at, 9));
  expect(locateFailure(outline(many), frame('')).place).toEqual(inside(0, 9));
});

test('a place before the check that failed is a guess, unless it is the only statement that returns this', () => {
  const [check, other] = [10, 30].map((start) => ({ file: 0, start, length: 5, kind: 'empty' }));
  if (!check || !other) throw new Error('two statements');
  const whole = [1, { opcode: REVERT, range: undefined, jump: undefined }] as const;
  const before = [0, { opcode: 0x01, range: check, jump: undefined }] as const;
  const branch = { opcode: 0x57, range: undefined, jump: undefined };
  const ran = { ...frame(''), tail: [0, 2, 1] };
  const at = (reverts: CodeOutline['reverts'], range?: typeof check) =>
    locateFailure({ ...outline(reverts), map: new Map([before, [2, { ...branch, range }], whole]) }, ran);
  expect(at([check, other])).toMatchObject({ place: check, isGuess: true });
  expect(at([check])).toMatchObject({ place: check, isGuess: false });
  expect(at([check, other], other)).toMatchObject({ place: other, isGuess: false });
});

test('the innermost function of a place, and the first of one selector', () => {
  const named = (name: string, start: number, length: number) => ({ file: 0, start, length, name });
  const first = { ...named('first', 0, 100), selector: '01020304' };
  const second = { ...named('second', 200, 9), selector: '01020304' };
  const functions = [
    second,
    first,
    named('again', 0, 100),
    named('inner', 10, 20),
    { ...named('other', 0, 50), file: 1 },
  ];
  const at = (start: number, length: number, file = 0) =>
    functionAt({ functions }, { file, start, length })?.name;
  expect([at(0, 100), at(10, 20), at(12, 3), at(25, 20), at(40, 1), at(0, 50, 1)]).toEqual([
    ...['first', 'inner', 'inner', 'first', 'first', 'other'],
  ]);
  expect([at(0, 101), at(99, 2), at(150, 1), at(60, 1, 1), at(0, 1, 2)]).toEqual(Array(5).fill(undefined));
  expect(functionOfSelector({ functions }, '01020304')).toBe(second);
});

test('of thousands of functions few are looked at for each place', () => {
  let reads = 0;
  const functions = Array.from({ length: 20_000 }, (_, at) => ({
    ...{ file: 0, start: 10 * at, name: `f${at}` },
    get length() {
      reads += 1;
      return 10;
    },
  }));
  const place = (at: number) => ({ file: 0, start: 10 * at + 3, length: 2 });
  const names = functions.map((_, at) => functionAt({ functions }, place(at))?.name);
  expect(names).toEqual(functions.map(({ name }) => name));
  expect(reads).toBeLessThan(20 * functions.length);
});
