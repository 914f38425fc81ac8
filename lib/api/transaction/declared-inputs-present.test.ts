import { expect, test } from 'vitest';
import { presentDeclaredInputs } from './declared-inputs-present';

test('structs have their fields, names that are not given are empty, and long ones are cut', () => {
  expect(presentDeclaredInputs(undefined)).toBeNull();
  const inputs = [
    { name: 'legs', type: 'tuple[]', components: [{ type: 'address' }], internalType: 'struct Leg[]' },
    { name: 'n'.repeat(1_000), type: 'uint256' },
  ];
  expect(presentDeclaredInputs(inputs)).toEqual([
    { name: 'legs', type: 'tuple[]', components: [{ name: '', type: 'address' }] },
    { name: 'n'.repeat(256), type: 'uint256' },
  ]);
});
