import { expect, test } from 'vitest';
import { fillDays } from '../token/fill-days';
import { shareOfLargest } from './concentration';

const of = (...values: (string | null)[]) => values.map((value) => ({ value }));

test.each([
  [of('50', '25', '5'), '100', 2, 7_500],
  [of('1', '1', '1'), '3', 10, 10_000],
  [of('1'), '3', 10, 3_333],
  [of('50', null), '100', 2, undefined],
  [of('50', null), '100', 1, 5_000],
  [of('80', '80'), '100', 2, undefined],
  [of('5'), '0', 1, undefined],
  [of('5'), null, 1, undefined],
  [of(), '5', 1, undefined],
])('the share of %j in %s among the largest %i', (...[holders, supply, count, share]) => {
  expect(shareOfLargest(holders, supply, count)).toBe(share);
});

test('days between transfers are 0, and only the last ones are kept', () => {
  const days = [
    { date: '2024-02-27', transfers_count: 3 },
    { date: '2024-03-01', transfers_count: 5 },
  ];
  const shown = fillDays(days, 10).map(({ date, value }) => `${date} ${value}`);
  expect(shown).toEqual(['2024-02-27 3', '2024-02-28 0', '2024-02-29 0', '2024-03-01 5']);
  expect(fillDays(days, 2).map(({ value }) => value)).toEqual(['0', '5']);
  expect(fillDays([], 5)).toEqual([]);
});
