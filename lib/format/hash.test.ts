import { expect, test } from 'vitest';
import { formatFheOperation, formatFheType } from '@/lib/fhe/names';
import { shortenHandle, shortenHash } from './hash';
import { tallyBy } from './tally';

test('hashes keep six digits at both ends, handles four', () => {
  expect(shortenHash(`0x123456${'0'.repeat(50)}abcdef`)).toBe('0x123456…abcdef');
  expect(shortenHash('0x1234')).toBe('0x1234');
  expect(shortenHandle(`1234${'0'.repeat(56)}abcd`)).toBe('0x1234…abcd');
  expect(shortenHandle('0xff')).toBe('0xff');
});

test('encrypted types and operations are spelled as in Solidity', () => {
  expect(['Bool', 'Uint8', 'Uint64', 'Uint160', 'Int32', 'Unknown'].map(formatFheType)).toEqual([
    'ebool',
    'euint8',
    'euint64',
    'eaddress',
    'eint32',
    'Unknown',
  ]);
  expect(
    ['FheAdd', 'FheIfThenElse', 'TrivialEncrypt', 'FheBitXor', 'FheRotl'].map(formatFheOperation),
  ).toEqual(['add', 'select', 'encrypt', 'xor', 'rotl']);
});

test('tallies add up by key, the heaviest first', () => {
  const items = [
    { name: 'a', cost: 1 },
    { name: 'b', cost: 5 },
    { name: 'a', cost: 2 },
  ];
  const tallies = tallyBy(
    items,
    (item) => item.name,
    (item) => item.cost,
  );
  expect(tallies).toEqual([
    { key: 'b', weight: 5, count: 1 },
    { key: 'a', weight: 3, count: 2 },
  ]);
});
