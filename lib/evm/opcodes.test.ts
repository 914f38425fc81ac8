import { expect, test } from 'vitest';
import { disassemble, findMetadata } from './opcodes';

const read = (hex: string) =>
  [...disassemble(Buffer.from(hex, 'hex'))].map(({ offset, name, data, operands = [] }) =>
    [offset, name, data?.toString('hex'), ...operands].filter((part) => part !== undefined).join(' '),
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
  expect(read('007f').concat(read('8f9fa4ff4a5e3f461e4b'))).toEqual([
    ...['0 STOP', '1 PUSH32 ', '0 DUP16', '1 SWAP16', '2 LOG4', '3 SELFDESTRUCT', '4 BLOBBASEFEE', '5 MCOPY'],
    ...['6 EXTCODEHASH', '7 CHAINID', '8 CLZ', '9 SLOTNUM'],
  ]);
});

test.each([
  ['e680', ['0 DUPN 17']],
  ['e7db', ['0 SWAPN 108']],
  ['e6805b', ['0 DUPN 17', '2 JUMPDEST']],
  ['e75b', ['0 INVALID 0xe7', '1 JUMPDEST']],
  ['e6605b', ['0 INVALID 0xe6', '1 PUSH1 5b']],
  ['e89d', ['0 EXCHANGE 2 3']],
  ['e82f', ['0 EXCHANGE 1 19']],
  ['e850', ['0 EXCHANGE 14 16']],
  ['e851', ['0 EXCHANGE 14 15']],
  ['e852', ['0 INVALID 0xe8', '1 MSTORE']],
  // the ends of both ranges, and code that ends before the immediate byte
  ['e65ae67fe6ff', ['0 DUPN 235', '2 INVALID 0xe6', '3 PUSH32 e6ff']],
  ['e6ffe6', ['0 DUPN 144', '2 DUPN 145']],
  ['e880e8ffe87f', ['0 EXCHANGE 1 16', '2 EXCHANGE 1 22', '4 INVALID 0xe8', '5 PUSH32 ']],
  ['e7', ['0 SWAPN 145']],
  ['e8', ['0 EXCHANGE 9 16']],
  ['4be680e75be89d', ['0 SLOTNUM', '1 DUPN 17', '3 INVALID 0xe7', '4 JUMPDEST', '5 EXCHANGE 2 3']],
])('operands of DUPN, SWAPN and EXCHANGE (EIP-8024): %s', (hex, instructions) => {
  expect(read(hex)).toEqual(instructions);
});

test('no two immediate bytes stand for the same operands', () => {
  const valid = (opcode: string) =>
    Array.from({ length: 256 }, (_, byte) => read(opcode + byte.toString(16).padStart(2, '0')))
      .filter(({ length }) => length === 1)
      .map(([name]) => name);
  expect([valid('e6').length, new Set(valid('e6')).size]).toEqual([219, 219]);
  expect([valid('e8').length, new Set(valid('e8')).size]).toEqual([210, 210]);
});

test('metadata at the end of the code are found where they begin', () => {
  const metadata = `a164736f6c6343000825${'000a'}`;
  expect(findMetadata(Buffer.from(`6001${metadata}`, 'hex'))).toBe(2);
  for (const none of ['', '6001', '60016002600360040002', 'ff'.repeat(40)])
    expect(findMetadata(Buffer.from(none, 'hex'))).toBe(none.length / 2);
});
