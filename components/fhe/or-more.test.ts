import { expect, test } from 'vitest';
import { orMore } from './or-more';

test('a count that is only the least says so', () => {
  expect([orMore(10_000, true), orMore(9_999, false)]).toEqual(['at least 10,000', '9,999']);
});
