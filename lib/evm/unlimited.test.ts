import { expect, test } from 'vitest';
import { isUnlimited } from './unlimited';

test.each([
  [2n ** 256n - 1n, true],
  [2n ** 256n - 1n - 10n ** 30n, true],
  [2n ** 255n, true],
  [2n ** 255n - 1n, false],
  [2n ** 160n - 1n, true],
  [2n ** 128n - 1n, true],
  [2n ** 96n - 1n, true],
  [2n ** 96n - 2n, false],
  [2n ** 96n, false],
  [2n ** 64n - 1n, false],
  [0n, false],
])('%s is unlimited: %s', (amount, expected) => {
  expect(isUnlimited(amount)).toBe(expected);
});
