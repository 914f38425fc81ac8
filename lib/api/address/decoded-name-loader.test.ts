import { expect, test } from 'vitest';
import { listDecodedAddresses } from './decoded-name-loader';

const at = (index: number) => `0x${index.toString(16).padStart(40, 'A')}`;

test('addresses are found in arrays and structs, once each, and not in other values', () => {
  const parameters = [
    { type: 'address', value: at(1) },
    { type: 'uint256', value: '7' },
    { type: 'bytes20', value: at(2) },
    { type: 'address[]', value: [at(1), at(3)] },
    { type: '(uint256,(address,string))[]', value: [['1', [at(4), 'text']]] },
  ];
  expect(listDecodedAddresses([null, { parameters }])).toEqual(
    [at(1), at(3), at(4)].map((hash) => hash.toLowerCase()),
  );
});

test('there are at most 100', () => {
  const value = Array.from({ length: 5_000 }, (_, index) => at(index));
  expect(listDecodedAddresses([{ parameters: [{ type: 'address[]', value }] }])).toHaveLength(100);
});
