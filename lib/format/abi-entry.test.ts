import { parseAbi } from 'viem';
import { expect, test } from 'vitest';
import { describeAbiEntry } from './abi-entry';

test('entries read as in Solidity', () => {
  const lines = [
    'constructor(uint256 depth)',
    'function dive(uint256 metres) returns (bool)',
    'function depth() view returns (uint256 metres)',
    'event Dived(address indexed boat, uint256 metres)',
    'error TooDeep(uint256)',
  ];
  expect(parseAbi(lines).map((entry) => describeAbiEntry({ ...entry }))).toEqual(lines);
});

test('anything else gives some line and never an error', () => {
  expect(describeAbiEntry({})).toBe('function()');
  expect(describeAbiEntry({ type: 7, name: {}, inputs: [null, 3, { type: [] }], outputs: 'x' })).toBe(
    'function(, , )',
  );
  const many = Array.from({ length: 40 }, () => ({ type: 'bool' }));
  expect(describeAbiEntry({ name: 'f', inputs: many }).endsWith('bool, …)')).toBe(true);
});
