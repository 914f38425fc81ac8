import { expect, test } from 'vitest';
import { classifyBalances } from './check-balances';

const holder = Buffer.alloc(20, 1);
const sampled = (sums: readonly bigint[], changes: { isWhole?: boolean; supply?: bigint | null } = {}) => ({
  samples: sums.map((sum) => ({ holder, token_id: null, sum })),
  isWhole: true,
  supply: null,
  ...changes,
});
const answers = (
  balances: readonly (bigint | null | undefined)[],
  supply?: bigint | null,
  burnt?: bigint | null,
) => ({
  balances,
  supply,
  burnt,
});

test('sums that all agree are balances, if they are of all transfers', () => {
  expect(classifyBalances(sampled([5n, 0n]), answers([5n, 0n]))).toBe('transfers');
  expect(classifyBalances(sampled([5n, 0n], { isWhole: false }), answers([5n, 0n]))).toBe('calls');
});

test('one that differs, is below zero or has no answer is enough to call for all', () => {
  expect(classifyBalances(sampled([5n, 0n]), answers([5n, 1n]))).toBe('calls');
  expect(classifyBalances(sampled([5n, -1n]), answers([5n, 0n]))).toBe('calls');
  expect(classifyBalances(sampled([5n, 0n]), answers([5n, null]))).toBe('calls');
});

test('a contract that answers nothing has no balances, and neither has one that nobody can be asked of', () => {
  expect(classifyBalances(sampled([5n, 0n]), answers([null, null]))).toBe('none');
  expect(classifyBalances(sampled([]), answers([]))).toBe('none');
});

test('what the node left unanswered gives no verdict', () => {
  expect(classifyBalances(sampled([5n, 0n]), answers([5n, undefined]))).toBeUndefined();
});

test('all sums make up the supply, with or without what the zero address has', () => {
  const whole = sampled([5n], { supply: 8n });
  expect(classifyBalances(whole, answers([5n], 8n, 0n))).toBe('transfers');
  expect(classifyBalances(whole, answers([5n], 10n, 2n))).toBe('transfers');
  expect(classifyBalances(whole, answers([5n], 10n, 0n))).toBe('calls');
  expect(classifyBalances(whole, answers([5n], 10n, null))).toBe('calls');
  expect(classifyBalances(whole, answers([5n], null, null))).toBe('transfers');
});
