import { expect, test } from 'vitest';
import { disassemble, findMetadata, opcodeName } from './opcodes';

const read = (hex: string) =>
  [...disassemble(Buffer.from(hex, 'hex'))].map(({ offset, opcode, data }) =>
    [offset, opcodeName(opcode), data?.toString('hex')].filter((part) => part !== undefined).join(' '),
  );

test('instructions have offsets, names and what they push', () => {
  expect(read('6080604052348015600e575f5ffd')).toEqual([
    '0 PUSH1 80',
    '2 PUSH1 40',
    '4 MSTORE',
    '5 CALLVALUE',
    '6 DUP1',
    '7 ISZERO',
    '8 PUSH1 0e',
    '10 JUMPI',
    '11 PUSH0',
    '12 PUSH0',
    '13 REVERT',
  ]);
});

test('what a PUSH pushes ends with the code, and bytes without a meaning say so', () => {
  expect(read('0c7f01')).toEqual(['0 INVALID 0x0c', '1 PUSH32 01']);
  expect(read('7f')).toEqual(['0 PUSH32 ']);
  expect(read('')).toEqual([]);
});

test('the last of each numbered row, and the ends of the table', () => {
  expect([0x00, 0x7f, 0x8f, 0x9f, 0xa4, 0xff, 0x4a, 0x5e, 0x3f, 0x46, 0x1e].map(opcodeName)).toEqual([
    ...['STOP', 'PUSH32', 'DUP16', 'SWAP16', 'LOG4', 'SELFDESTRUCT', 'BLOBBASEFEE', 'MCOPY'],
    ...['EXTCODEHASH', 'CHAINID', 'CLZ'],
  ]);
});

test('metadata at the end of the code are found where they begin', () => {
  const metadata = `a164736f6c6343000825${'000a'}`;
  expect(findMetadata(Buffer.from(`6001${metadata}`, 'hex'))).toBe(2);
  for (const none of ['', '6001', '60016002600360040002', 'ff'.repeat(40)])
    expect(findMetadata(Buffer.from(none, 'hex'))).toBe(none.length / 2);
});
