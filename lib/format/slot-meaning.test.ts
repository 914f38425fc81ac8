import { expect, test } from 'vitest';
import { isTokenAmount, meaningOfSlot } from './slot-meaning';

test.each([
  ['_balances[0xab]', 'balance'],
  ['balanceOf[0xab]', 'balance'],
  ['_allowances[0xab][0xcd]', 'allowance'],
  ['_totalSupply', 'supply'],
  ['_owner', 'owner'],
  ['balances[0xab].amount', undefined],
  ['balances', undefined],
  ['allowance[0xab]', undefined],
])('%s: %s', (name, meaning) => {
  expect(meaningOfSlot(name)).toBe(meaning);
});

test('an amount is alone in its slot, and whole', () => {
  const balance = { name: 'balances[0xab]', type: 'uint256' };
  expect(isTokenAmount([balance])).toBe(true);
  expect(isTokenAmount([])).toBe(false);
  expect(isTokenAmount([balance, balance])).toBe(false);
  expect(isTokenAmount([{ ...balance, type: 'uint128' }])).toBe(false);
  expect(isTokenAmount([{ name: '_owner', type: 'uint256' }])).toBe(false);
});
