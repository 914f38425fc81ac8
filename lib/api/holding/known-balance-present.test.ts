import { expect, test } from 'vitest';
import { knownBalance, needsCall } from './known-balance-present';
import type { StoredBalance } from './stored-balance-query';

const stored = (changes: Partial<StoredBalance>): StoredBalance => ({
  token_address: Buffer.alloc(20),
  sum: null,
  called: null,
  called_block: null,
  balances_by: null,
  tip_number: 100,
  tip_hash: Buffer.alloc(32),
  ...changes,
});
const UNKNOWN = { value: null, source: null, block: null, sum: null };

test('a sum is a balance only where it was compared', () => {
  const proven = stored({ sum: '7', balances_by: 'transfers' });
  expect(knownBalance(proven)).toEqual({ value: '7', source: 'transfers', block: 100, sum: null });
  expect(needsCall(proven)).toBe(false);
  for (const balances_by of [null, 'calls', 'none'] as const)
    expect(knownBalance(stored({ sum: '7', balances_by }))).toEqual({ ...UNKNOWN, sum: '7' });
});

test('nothing is below zero', () => {
  for (const balances_by of [null, 'calls', 'none', 'transfers'] as const)
    expect(knownBalance(stored({ sum: '-7', balances_by }))).toEqual(UNKNOWN);
  expect(needsCall(stored({ sum: '-7', balances_by: 'transfers' }))).toBe(true);
});

test('an answer of the contract has its height, a new one replaces a stored one', () => {
  const called = stored({ sum: '7', called: '5', called_block: 60, balances_by: 'calls' });
  expect(knownBalance(called)).toEqual({ value: '5', source: 'balanceOf', block: 60, sum: null });
  expect(knownBalance(called, 0n)).toEqual({ value: '0', source: 'balanceOf', block: 100, sum: null });
  expect(knownBalance(called, null)).toEqual(knownBalance(called));
  expect(knownBalance({ ...called, balances_by: 'none' })).toEqual({ ...UNKNOWN, sum: '7' });
});

test('the contract is called for what is unknown or old, unless it answers nothing or nothing is indexed', () => {
  expect(needsCall(stored({ sum: '7' }))).toBe(true);
  expect(needsCall(stored({ called: '5', called_block: 68, balances_by: 'calls' }))).toBe(false);
  expect(needsCall(stored({ called: '5', called_block: 67, balances_by: 'calls' }))).toBe(true);
  expect(needsCall(stored({ sum: '7', balances_by: 'none' }))).toBe(false);
  expect(needsCall(stored({ sum: '7', tip_number: null }))).toBe(false);
});
