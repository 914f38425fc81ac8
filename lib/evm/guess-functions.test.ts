import { toFunctionSelector } from 'viem';
import { expect, test } from 'vitest';
import { SHIPPED } from '@/test/support/shipped-names';
import { guessFunctions, toCallable } from './guess-functions';
import { indexSignatures } from './signatures';

const found = (signature: string, argument_types: string | null) => ({
  selector: toFunctionSelector(signature),
  argument_types,
  state_mutability: 'nonpayable',
});

test('functions have the names of their selectors, those first that have the types of the code', () => {
  // Two functions of one selector.
  const [plant, water] = ['plant20870(uint256)', 'water45765(uint256)'];
  expect(toFunctionSelector(plant)).toBe(toFunctionSelector(water));
  const other = {
    type: 'function',
    stateMutability: 'view',
    outputs: [],
    name: 'transfer',
    inputs: [{ type: 'address' }, { type: 'uint256' }],
  } as const;
  const named = guessFunctions(
    [
      found('transfer(address,uint256)', 'address,uint256'),
      { ...found(plant, null), selector: '0x11223344' },
    ],
    [...SHIPPED, { ...indexSignatures([other]), guess: 'declared' }],
  );
  expect(named.map(({ selector, candidates }) => [selector, candidates.map(({ name }) => name)])).toEqual([
    ['0xa9059cbb', ['transfer']],
    ['0x11223344', []],
  ]);
  expect(toCallable(named)).toMatchObject([{ selector: '0xa9059cbb', isRead: false }]);
});

test('of colliding functions the one with the types of the code is first', () => {
  const item = (name: string, type: string) =>
    ({ type: 'function', stateMutability: 'view', outputs: [], name, inputs: [{ type }] }) as const;
  const both = [item('first', 'uint256'), item('second', 'address')];
  const source = {
    ...indexSignatures([]),
    functions: new Map([['0x01020304', both]]),
    guess: 'declared',
  } as const;
  const named = (argument_types: string | null) =>
    guessFunctions([{ selector: '0x01020304', argument_types, state_mutability: null }], [source]).map(
      ({ candidates }) => candidates.map(({ name }) => name),
    );
  expect(named('address')).toEqual([['second', 'first']]);
  expect(named(null)).toEqual([['first', 'second']]);
});
