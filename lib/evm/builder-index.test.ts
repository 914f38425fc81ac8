import { expect, test } from 'vitest';
import { readBuilderIndex } from './builder-index';

test.each([
  [0, undefined],
  [2_000_000, undefined],
  [2 ** 40 - 1, undefined],
  [2 ** 40, 0n],
  [1_099_511_627_779, 3n],
  [2 ** 41 - 1, 2n ** 40n - 1n],
  [2n ** 41n, undefined],
])('the builder of validator index %s is %s', (validatorIndex, builder) => {
  expect(readBuilderIndex(validatorIndex)).toBe(builder);
  expect(readBuilderIndex(BigInt(validatorIndex))).toBe(builder);
});
