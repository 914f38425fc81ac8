import { expect, test } from 'vitest';
import { readAbiItems } from './abi-json';

const transfer = { type: 'function', name: 'transfer', inputs: [{ name: 'to', type: 'address' }] };

test('an ABI is read as it stands, or as the member of an artifact', () => {
  expect(readAbiItems([transfer])).toEqual([transfer]);
  expect(readAbiItems({ contractName: 'A', abi: [transfer, { type: 'constructor', inputs: [] }] })).toEqual([
    transfer,
  ]);
  for (const nothing of [null, 'abi', 7, {}, { abi: 'x' }]) expect(readAbiItems(nothing)).toBeUndefined();
});

test('what is malformed or without measure is left out', () => {
  const nested = (depth: number): unknown =>
    depth === 0 ? { type: 'uint256' } : { type: 'tuple', components: [nested(depth - 1)] };
  const withInputs = (inputs: unknown) => ({ ...transfer, inputs });
  expect(readAbiItems([withInputs([nested(10)])])).toHaveLength(1);
  const refused = [
    withInputs(undefined),
    withInputs([{ type: 'uint256', name: '<b>' }]),
    withInputs([{ type: 'uint256', name: 'x'.repeat(201) }]),
    withInputs([{ type: 'x y' }]),
    withInputs([{ type: 'tuple' }]),
    withInputs([{ type: 'uint256', components: [] }]),
    withInputs([nested(20)]),
    withInputs(Array.from({ length: 257 }, () => ({ type: 'bool' }))),
    { ...transfer, name: 'a b' },
    { ...transfer, type: 'receive' },
    [],
    null,
  ];
  expect(readAbiItems(refused)).toEqual([]);
});
