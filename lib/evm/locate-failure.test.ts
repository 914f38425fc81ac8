import { expect, test } from 'vitest';
import type { FailedFrame } from './failure-trace';
import { type CodeOutline, locateFailure } from './locate-failure';

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
