import { expect, test } from 'vitest';
import { toTimestamp } from './block';

test.each([
  ['seconds', 1_767_225_600n, 1_767_225_600],
  ['milliseconds, as some chains count', 1_767_225_600_123n, 1_767_225_600],
  ['the last date that is taken for seconds', 99_999_999_999n, 99_999_999_999],
  ['neither', 10n ** 18n, 253_402_300_799],
])('a timestamp: %s', (_, time, seconds) => {
  expect(toTimestamp(time)).toBe(seconds);
});
