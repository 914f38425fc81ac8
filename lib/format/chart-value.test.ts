import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  axisValue,
  chartDescription,
  chartUnit,
  exactChartValue,
  formatChange,
  shortChartValue,
} from './chart-value';

const plain = chartUnit({ id: 'newTxns', units: null });
const share = chartUnit({ id: 'txnsSuccessRate', units: null });

test('units are named as people write them', () => {
  expect(plain).toEqual({ isShare: false, name: '' });
  expect(share).toEqual({ isShare: true, name: '%' });
  expect(chartUnit({ id: 'averageBlockSize', units: 'Bytes' }).name).toBe('bytes');
  expect(chartUnit({ id: 'averageGasPrice', units: 'Gwei' }).name).toBe('Gwei');
  const description = 'Share of the gas limit, from 0 to 1';
  expect(chartDescription({ id: 'networkUtilization', description })).toBe('Share of the gas limit');
  expect(chartDescription({ id: 'newTxns', description })).toBe(description);
});

test('exact figures keep every digit, shares too', () => {
  expect(exactChartValue('1234567.000000000000000001', plain)).toBe('1,234,567.000000000000000001');
  expect(exactChartValue('0.9833333333333333', share)).toBe('98.33333333333333');
  expect(['0', '1', '0.5', '0.07', '0.001', '12.3456'].map((value) => exactChartValue(value, share))).toEqual(
    ['0', '100', '50', '7', '0.1', '1,234.56'],
  );
});

test('short figures are rounded, never before the point, and large ones get a letter', () => {
  const cases: Record<string, string> = {
    '0': '0',
    '7': '7',
    '1234': '1,234',
    '123456789': '123,456,789',
    '999999999': '999,999,999',
    '1234567890': '1.235B',
    '98765432109876': '98.77T',
    '123456789012345678': '123,457T',
    '2785.5555555555557': '2,785.56',
    '0.000123456789': '0.000123457',
    '0.0000000003333333333333333': '0.000000000333333',
    '1.50': '1.5',
    '-12.5': '-12.5',
  };
  for (const [value, shown] of Object.entries(cases))
    expect([value, shortChartValue(value, plain)]).toEqual([value, shown]);
  expect(shortChartValue('0.98765432', share)).toBe('98.7654');
});

test('axis figures are short', () => {
  expect(
    [0, 5, 2500, 10_000, 1_250_000, 3e9, 0.25, 0.00002, 2e-7].map((value) => axisValue(value, plain)),
  ).toEqual(['0', '5', '2,500', '10K', '1.25M', '3B', '0.25', '0.00002', '2e-7']);
  expect(axisValue(0.6000000000000001, share)).toBe('60');
});

test('a change tells its direction, and none is told from nothing', () => {
  expect(formatChange('100', '112.5')).toBe('+12.5%');
  expect(formatChange('100', '97')).toBe('−3%');
  expect(formatChange('3', '3')).toBe('unchanged');
  expect(formatChange('100000', '100001')).toBe('±0.0%');
  expect(formatChange('1', '0')).toBe('−100%');
  expect(formatChange('2', '280')).toBe('140×');
  expect(formatChange('2', '25')).toBe('13×');
  expect(formatChange('0', '5')).toBeUndefined();
});

test('any decimal of the service is written without an exponent', () => {
  const decimal = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.stringMatching(/^[0-9]{0,30}$/));
  fc.assert(
    fc.property(decimal, fc.constantFrom(plain, share), ([whole, part], unit) => {
      const value = part === '' ? `${whole}` : `${whole}.${part}`;
      expect(shortChartValue(value, unit)).toMatch(/^[\d,]+(\.\d+)?[TB]?$/);
      expect(exactChartValue(value, unit)).toMatch(/^\d{1,3}(,\d{3})*(\.\d+)?$/);
    }),
  );
});
