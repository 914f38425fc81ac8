import { expect, test } from 'vitest';
import {
  countOf,
  formatHundredths,
  formatPercent,
  formatRate,
  formatShare,
  formatTenths,
  groupDigits,
  perMille,
} from './number';

test('digits are grouped by three, whatever carries them', () => {
  expect([0, 999, 1000, 20_000_000].map(groupDigits)).toEqual(['0', '999', '1,000', '20,000,000']);
  expect(groupDigits(-1234n)).toBe('-1,234');
  expect(groupDigits('1234567.5')).toBe('1,234,567.5');
  expect(groupDigits('none')).toBe('none');
});

test('a noun follows its number', () => {
  expect([0, 1, 14_000].map((count) => countOf(count, 'transfer'))).toEqual([
    '0 transfers',
    '1 transfer',
    '14,000 transfers',
  ]);
});

test('shares are rounded to a tenth and never hide what is there', () => {
  const cases: [bigint, bigint][] = [
    [412_000n, 5_000_000n],
    [1n, 20_000_000n],
    [0n, 5n],
    [5n, 5n],
    [99_960n, 100_000n],
    [99_940n, 100_000n],
    [11n, 5n],
    [1n, 0n],
  ];
  expect(cases.map(([part, whole]) => formatPercent(part, whole))).toEqual([
    '8.2%',
    '<0.1%',
    '0%',
    '100%',
    '>99.9%',
    '99.9%',
    '220%',
    undefined,
  ]);
  expect(cases.map(([part, whole]) => perMille(part, whole))).toEqual([82, 1, 0, 1000, 999, 999, 1000, 0]);
});

test('a share of nothing is none', () => {
  expect(formatShare(1n, 3n)).toBe('33.3%');
  expect(formatShare(0n, 0n)).toBe('0%');
});

test('the shares of a column have their tenths in every row', () => {
  expect(formatTenths(42n, 100n)).toBe('42.0%');
  expect(formatTenths(1n, 3n)).toBe('33.3%');
  expect(formatTenths(1n, 20_000n)).toBe('<0.1%');
  expect([formatTenths(0n, 5n), formatTenths(0n, 0n), formatTenths(5n, 5n)]).toEqual([
    '0.0%',
    '0.0%',
    '100.0%',
  ]);
});

test('hundredths of a percent lose their zeros, or keep them', () => {
  expect([0, 5, 1230, 10_000].map((hundredths) => formatHundredths(hundredths))).toEqual([
    '0%',
    '0.05%',
    '12.3%',
    '100%',
  ]);
  expect([0, 1230].map((hundredths) => formatHundredths(hundredths, true))).toEqual(['0.00%', '12.30%']);
});

test('a rate has two significant digits, or no fraction', () => {
  expect([0, 0.004, 1 / 3, 9.96, 10.4, 1234.5].map(formatRate)).toEqual([
    '0',
    '<0.01',
    '0.33',
    '10',
    '10',
    '1,235',
  ]);
});
