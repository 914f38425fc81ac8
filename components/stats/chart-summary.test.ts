import { expect, test } from 'vitest';
import { summariseChart, unitSuffix } from './chart-summary';

const point = (day: number, value: string, extra = {}) => ({
  date: `2026-11-0${day}`,
  date_to: `2026-11-0${day}`,
  value,
  ...extra,
});
const running = { is_approximate: true } as const;
const missing = { is_missing: true } as const;

test('the latest value is one that stays, of totals the newest', () => {
  const points = [point(1, '10'), point(2, '30'), point(3, '4', running)];
  expect(summariseChart('newTxns', points)).toMatchObject({
    latest: { value: '30' },
    lowest: { value: '10' },
    highest: { value: '30' },
    change: '+200%',
  });
  expect(summariseChart('txnsGrowth', points)?.latest.value).toBe('4');
});

test('missing values count for nothing, and a running period alone is better than none', () => {
  const points = [point(1, '0', missing), point(2, '8'), point(3, '6'), point(4, '0', missing)];
  expect(summariseChart('averageGasPrice', points)).toMatchObject({
    first: { value: '8' },
    latest: { value: '6' },
    change: '−25%',
  });
  expect(summariseChart('newTxns', [point(1, '7', running)])).toMatchObject({
    latest: { value: '7' },
    change: undefined,
  });
  expect(summariseChart('newTxns', [point(1, '0', missing)])).toBeUndefined();
  expect(summariseChart('newTxns', [])).toBeUndefined();
});

test('a unit follows its figure with a space, a percent sign without', () => {
  const names = ['', 'ETH', '%'].map((name) => unitSuffix({ name, isShare: name === '%' }));
  expect(names).toEqual(['', ' ETH', '%']);
});
