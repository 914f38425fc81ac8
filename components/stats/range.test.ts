import { expect, test } from 'vitest';
import { parseRange, RANGES, rangeStart } from './range';

test('a range begins on the same day of an earlier month, or on its last one', () => {
  expect(RANGES.map((range) => rangeStart(range, '2026-11-20'))).toEqual([
    '2026-10-20',
    '2026-08-20',
    '2026-05-20',
    '2025-11-20',
    undefined,
  ]);
  expect(rangeStart('1M', '2026-03-31')).toBe('2026-02-28');
  expect(rangeStart('1Y', '2024-02-29')).toBe('2023-02-28');
  expect(rangeStart('3M', '2026-01-15')).toBe('2025-10-15');
});

test('ranges are known in any case', () => {
  expect(['1m', '1Y', 'all', 'ALL', '2M', '', undefined].map(parseRange)).toEqual([
    '1M',
    '1Y',
    'All',
    'All',
    undefined,
    undefined,
    undefined,
  ]);
});
