import { expect, test } from 'vitest';
import { describeSource } from './describe-source';

const source = (endpoint: string, block_number: number | null) => ({ endpoints: [endpoint], block_number });
const UNKNOWN = {
  name: null,
  symbol: null,
  decimals: null,
  total_supply: null,
  metadata_source: source('one', 12_345),
  total_supply_source: source('two', 23_456),
};
const NAMED = { ...UNKNOWN, name: 'Demo', symbol: 'DEMO', decimals: '18' };

test('of all facts it says who told them, and at which block the supply', () => {
  expect(describeSource({ ...NAMED, total_supply: '1' })).toBe(
    'Name, symbol, decimals and supply were read from the contract through the node one, two, the supply at about block 23,456, not proven.',
  );
});

test('facts that the contract did not answer are not named', () => {
  expect(describeSource(NAMED)).toBe(
    'Name, symbol and decimals were read from the contract through the node one, at about block 12,345, not proven.',
  );
  expect(describeSource({ ...UNKNOWN, total_supply: '0' })).toBe(
    'Supply was read from the contract through the node two, at about block 23,456, not proven.',
  );
  expect(describeSource({ ...UNKNOWN, decimals: '6', metadata_source: source('one', null) })).toBe(
    'Decimals were read from the contract through the node one, not proven.',
  );
});

test('without an answer, or without one that told it, nothing is said', () => {
  expect(describeSource(UNKNOWN)).toBeUndefined();
  expect(describeSource({ ...NAMED, metadata_source: null })).toBeUndefined();
});

test('the only endpoint of a chain is the node', () => {
  const metadata_source = source('endpoint 1 of 1', null);
  expect(describeSource({ ...UNKNOWN, symbol: 'DEMO', metadata_source })).toBe(
    'Symbol was read from the contract through the node, not proven.',
  );
});
