import { expect, test } from 'vitest';
import { handleType, readHandle } from './handles';

const handle = (index: string, type: string) =>
  Buffer.from(`${'ab'.repeat(21)}${index}0000000000007a69${type}00`, 'hex');

test('a handle tells chain, type and version, and whether it was computed', () => {
  expect(readHandle(handle('ff', '05'))).toEqual({
    inputIndex: null,
    chainId: 31337n,
    fheType: 'Uint64',
    version: 0,
  });
});

test('the first encrypted input has index 0', () => {
  expect(readHandle(handle('00', '00'))).toMatchObject({ inputIndex: 0, fheType: 'Bool' });
});

test('the chain id keeps all 64 bits', () => {
  expect(readHandle(Buffer.alloc(32, 0xff))?.chainId).toBe(2n ** 64n - 1n);
});

test('other lengths are no handle and name no type', () => {
  expect(readHandle(Buffer.alloc(31))).toBeUndefined();
  expect(handleType(Buffer.alloc(0))).toBe('Unknown');
  expect(handleType(Buffer.alloc(32, 0xfe))).toBe('Unknown');
  expect(handleType(handle('ff', '02'))).toBe('Uint8');
});
