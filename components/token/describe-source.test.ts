import { expect, test } from 'vitest';
import { describeSource } from './describe-source';

const UNKNOWN = { name: null, symbol: null, decimals: null, total_supply: null };
const NAMED = { ...UNKNOWN, name: 'Demo', symbol: 'DEMO', decimals: '18' };

test('facts that the contract did not answer are not named', () => {
  expect(describeSource({ ...NAMED, total_supply: '1' })).toBe(
    'Name, symbol, decimals and supply were read from the contract, not proven.',
  );
  expect(describeSource(NAMED)).toBe('Name, symbol and decimals were read from the contract, not proven.');
  expect(describeSource({ ...UNKNOWN, total_supply: '0' })).toBe(
    'Supply was read from the contract, not proven.',
  );
  expect(describeSource({ ...UNKNOWN, decimals: '6' })).toBe(
    'Decimals were read from the contract, not proven.',
  );
  expect(describeSource(UNKNOWN)).toBeUndefined();
});
