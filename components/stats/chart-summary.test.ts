import { expect, test } from 'vitest';
import { summarizeChart, unitSuffix } from './chart-summary';

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
  expect(summarizeChart('newTxns', points)).toMatchObject({
    latest: { value: '30' },
    lowest: { value: '10' },
    highest: { value: '30' },
    change: '+200%',
  });
  expect(summarizeChart('txnsGrowth', points)?.latest.value).toBe('4');
});

test('a period that the index begins in is neither the lowest nor what others changed from', () => {
  const points = [point(1, '1', { is_partial: true }), point(2, '20'), point(3, '30')];
  expect(summarizeChart('newTxns', points)).toMatchObject({ lowest: { value: '20' }, change: '+50%' });
  expect(summarizeChart('newTxns', points.slice(0, 1))?.latest.value).toBe('1');
});

test('missing values count for nothing, and a running period alone is better than none', () => {
  const points = [point(1, '0', missing), point(2, '8'), point(3, '6'), point(4, '0', missing)];
  expect(summarizeChart('averageGasPrice', points)).toMatchObject({
    first: { value: '8' },
    latest: { value: '6' },
    change: '−25%',
  });
  expect(summarizeChart('newTxns', [point(1, '7', running)])).toMatchObject({
    latest: { value: '7' },
    change: undefined,
  });
  expect(summarizeChart('newTxns', [point(1, '0', missing)])).toBeUndefined();
  expect(summarizeChart('newTxns', [])).toBeUndefined();
});

test('a unit follows its figure with a space, a percent sign without', () => {
  const names = ['', 'ETH', '%'].map((name) => unitSuffix({ name, isShare: name === '%' }));
  expect(names).toEqual(['', ' ETH', '%']);
});
