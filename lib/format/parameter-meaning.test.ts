import { expect, test } from 'vitest';
import { meaningOf, namedToken } from './parameter-meaning';

const MAX = String(2n ** 256n - 1n);

test.each([
  ['approve', 'value', 'uint256', MAX, 'unlimited'],
  ['approve', 'value', 'uint256', '5', 'amount'],
  ['transfer', 'value', 'uint256', MAX, 'amount'],
  ['Approval', 'value', 'uint96', String(2n ** 96n - 1n), 'unlimited'],
  ['permit', 'deadline', 'uint256', '1700000000', 'time'],
  ['permit', 'deadline', 'uint256', MAX, 'no deadline'],
  ['permit', 'deadline', 'uint256', '0', undefined],
  ['lock', 'unlockTime', 'uint256', MAX, undefined],
  ['ERC20InsufficientBalance', 'needed', 'uint256', '5', 'amount'],
  ['ERC20InsufficientBalance', 'value', 'uint256', '5', undefined],
  ['swap', 'amount0Out', 'uint256', '5', undefined],
  ['transfer', 'to', 'address', '0x1', undefined],
  ['transfer', 'value', 'uint256[]', ['1'], undefined],
])('%s %s %s', (...[call, name, type, value, meaning]) => {
  expect(meaningOf({ name, type, value }, { name: call })).toBe(meaning);
});

test('an amount is of the token that one other parameter names', () => {
  const asset = { name: 'asset', type: 'address', value: '0x1' };
  const amount = { name: 'amount', type: 'uint256', value: '5' };
  expect(namedToken({ parameters: [asset, amount] })).toBe('0x1');
  expect(namedToken({ parameters: [asset, { ...asset, name: 'token' }, amount] })).toBeUndefined();
  expect(namedToken({ parameters: [asset, amount, { ...amount, name: 'value' }] })).toBeUndefined();
  expect(namedToken({ parameters: [asset] })).toBeUndefined();
  expect(meaningOf(amount, { name: 'borrow', hasNamedToken: true })).toBe('amount');
  expect(meaningOf(amount, { name: 'borrow' })).toBeUndefined();
  expect(meaningOf({ ...amount, value: MAX }, { name: 'withdraw', hasNamedToken: true })).toBeUndefined();
});
