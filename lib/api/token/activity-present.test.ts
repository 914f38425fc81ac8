import { expect, test } from 'vitest';
import { sumDays } from './activity-present';

const BLOCKS = [
  { block_number: 9, day: '2026-01-03', transfers: 2 },
  { block_number: 8, day: '2026-01-01', transfers: 5 },
  { block_number: 8, day: '2026-01-01', transfers: 1 },
  { block_number: 1, day: '2025-12-31', transfers: 4 },
];

test('transfers are summed by day, oldest first', () => {
  expect(sumDays(BLOCKS, true)).toEqual([
    { date: '2025-12-31', transfers_count: 4 },
    { date: '2026-01-01', transfers_count: 6 },
    { date: '2026-01-03', transfers_count: 2 },
  ]);
});

test('a day that was only partly read is left out', () => {
  expect(sumDays(BLOCKS, false).map(({ date }) => date)).toEqual(['2026-01-01', '2026-01-03']);
  expect(sumDays(BLOCKS.slice(0, 1), false)).toEqual([]);
});
