import { expect, test } from 'vitest';
import { addressOf, addressWord, word } from '@/test/support/evm-logs';
import { readSmallUint, readUint, readWord, readWordArray, wordToAddress } from './words';

test('a word must lie inside the data', () => {
  const data = Buffer.concat([word(1), word(2)]);
  expect(readUint(data, 32)).toBe(2n);
  expect(readWord(data, 33)).toBeUndefined();
  expect(readWord(data, -1)).toBeUndefined();
  expect(readUint(Buffer.alloc(31), 0)).toBeUndefined();
});

test('an address word begins with twelve zero bytes', () => {
  expect(wordToAddress(addressWord(0xaa))).toEqual(addressOf(0xaa));
  expect(wordToAddress(word(2n ** 160n))).toBeUndefined();
  expect(wordToAddress(addressOf(0xaa))).toBeUndefined();
  expect(wordToAddress(undefined)).toBeUndefined();
});

test('a small number has at most 32 bits', () => {
  expect(readSmallUint(word(0xffff_ffff), 0)).toBe(0xffff_ffff);
  expect(readSmallUint(word(0x1_0000_0000), 0)).toBeUndefined();
});

test('an array must lie inside the data, whatever length it claims', () => {
  const data = Buffer.concat([word(32), word(2), word(7), word(8)]);
  expect(readWordArray(data, 0)).toEqual([word(7), word(8)]);
  expect(readWordArray(data.subarray(0, 127), 0)).toBeUndefined();
  expect(readWordArray(Buffer.concat([word(32), word(2n ** 255n)]), 0)).toBeUndefined();
  expect(readWordArray(Buffer.concat([word(32), word(0xffff_ffff)]), 0)).toBeUndefined();
  expect(readWordArray(word(2n ** 255n), 0)).toBeUndefined();
});
