import { expect, test } from 'vitest';
import { hasInstructions, readSourceMap } from './source-map';

const code = Buffer.from('60ff5b56fd', 'hex');

test('empty fields repeat those of the instruction before; data of PUSH has no entry', () => {
  const map = readSourceMap('10:5:0:-:0;;2:1::i;:::o', code);
  const range = { file: 0, start: 10, length: 5 };
  expect([...(map ?? [])]).toEqual([
    [0, { opcode: 0x60, range, jump: undefined }],
    [2, { opcode: 0x5b, range, jump: undefined }],
    [3, { opcode: 0x56, range: { file: 0, start: 2, length: 1 }, jump: 'in' }],
    [4, { opcode: 0xfd, range: { file: 0, start: 2, length: 1 }, jump: 'out' }],
  ]);
});

test('generated code has no source; entries beyond the code are ignored', () => {
  const map = readSourceMap('-1:-1:-1:-;;;;;;;;;', code);
  expect([...(map ?? [])].map(([pc, { range }]) => [pc, range])).toEqual(
    [0, 2, 3, 4].map((pc) => [pc, undefined]),
  );
});

test.each(['x', '1:2:three', '1e3:1:1', '12345678901:0:0', '1.5'])('%s is no source map', (text) => {
  expect(readSourceMap(text, code)).toBeUndefined();
});

test('what is too large is not read', () => {
  expect(readSourceMap('', Buffer.alloc(256 * 1024 + 1))).toBeUndefined();
  expect(readSourceMap(';'.repeat(8 * 1024 * 1024 + 1), code)).toBeUndefined();
});

test('code has the instructions of a map if only what they push, or what follows, differs', () => {
  const map = readSourceMap('0:0:0;;;', code) ?? new Map();
  expect(hasInstructions(map, Buffer.from('60005b56fd0102', 'hex'))).toBe(true);
  expect(hasInstructions(map, Buffer.from('60005b57fd', 'hex'))).toBe(false);
  expect(hasInstructions(map, Buffer.from('60005b', 'hex'))).toBe(false);
  expect(hasInstructions(new Map(), code)).toBe(false);
});
