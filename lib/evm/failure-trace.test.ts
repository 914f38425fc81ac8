import { expect, test } from 'vitest';
import { readFailureTrace } from './failure-trace';

const frame = {
  ...{ code: `0x${'ab'.repeat(20)}`, input: '0x01020304', output: '0x', dropped: 0 },
  ...{ jumps: [1, 2], tail: [1, 2, 3], at: null },
};

test('the calls that failed are read', () => {
  const inner = { ...frame, code: null, dropped: 4, at: { pc: 3, jumps: 2 } };
  expect(readFailureTrace({ frames: [frame, inner], depth: 2 })).toEqual({
    depth: 2,
    frames: [
      {
        code: Buffer.alloc(20, 0xab),
        input: Buffer.from('01020304', 'hex'),
        ...{ output: Buffer.alloc(0), jumps: [1, 2], tail: [1, 2, 3], isCut: false, at: null },
      },
      expect.objectContaining({ code: null, isCut: true, at: { pc: 3, jumps: 2 } }),
    ],
  });
  expect(readFailureTrace({ frames: [], depth: 0 })).toEqual({ frames: [], depth: 0 });
});

test.each([
  ['nothing', null],
  ['a list of struct logs', { structLogs: [] }],
  ['another depth', { frames: [frame], depth: -1 }],
  ['a short address', { frames: [{ ...frame, code: '0x01' }], depth: 1 }],
  ['half a byte', { frames: [{ ...frame, input: '0x1' }], depth: 1 }],
  ['no output', { frames: [{ ...frame, output: undefined }], depth: 1 }],
  ['counters that are none', { frames: [{ ...frame, tail: [1, -2] }], depth: 1 }],
  ['fractions', { frames: [{ ...frame, jumps: [0.5] }], depth: 1 }],
  ['too many steps', { frames: [{ ...frame, tail: Array(401).fill(0) }], depth: 1 }],
  ['too many jumps', { frames: [{ ...frame, jumps: Array(20_001).fill(0) }], depth: 1 }],
])('%s is no answer of the tracer', (_, answer) => {
  expect(readFailureTrace(answer)).toBeUndefined();
});

test('no more calls are read than are asked for', () => {
  expect(readFailureTrace({ frames: Array(5_000).fill(frame), depth: 5_000 })?.frames).toHaveLength(12);
});
