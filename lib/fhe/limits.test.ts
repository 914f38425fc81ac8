import { expect, test } from 'vitest';
import { DEFAULT_LIMITS, findRefusal, findReleases, readPackedLimits } from './limits';

const sums = (totalHcu: number, maxDepthHcu = 0) => ({ totalHcu, maxDepthHcu });

test('limits of 0.1 must not be reached, those of later versions not be passed', () => {
  const refusals = (version: string, given: ReturnType<typeof sums>) =>
    findRefusal(given, DEFAULT_LIMITS, `HCULimit v${version}`);
  const [total, depth] = ['HCUTransactionLimitExceeded', 'HCUTransactionDepthLimitExceeded'];
  expect(refusals('0.1.0', sums(20_000_000))).toBe(total);
  expect(refusals('0.1.0', sums(19_999_999, 4_999_999))).toBeUndefined();
  expect(refusals('0.1.0', sums(6_000_000, 5_000_000))).toBe(depth);
  expect(refusals('0.2.0', sums(20_000_000, 5_000_000))).toBeUndefined();
  expect(refusals('0.4.0', sums(20_000_001))).toBe(total);
  expect(refusals('0.4.0', sums(6_000_000, 5_000_001))).toBe(depth);
});

test('limits are read from the packed word of a contract', () => {
  const word = (3n << 192n) | (2n << 144n) | (99n << 96n) | (1n << 48n) | 4n;
  expect(readPackedLimits(word)).toEqual({ perTransaction: 3, depth: 2, perBlock: 4 });
  expect(readPackedLimits(0n)).toBeUndefined();
});

test('a version of two releases is told apart by where its limits are', () => {
  expect(findReleases('HCULimit v0.2.0', true)).toBe('0.7–0.8');
  expect(findReleases('HCULimit v0.2.0', false)).toBe('0.12');
  expect(findReleases('HCULimit v9.9.9', false)).toBeUndefined();
});
