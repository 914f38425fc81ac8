import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RESOLUTIONS } from '@/lib/endpoints/chart';
import {
  divide,
  divideRounded,
  formatAverage,
  formatFraction,
  formatQuotient,
  formatScaled,
} from './decimal';
import { fillPoints } from './fill';
import { countPeriods, nextPeriod, parseDay, periodStart, toIsoDay } from './periods';

const day = (text: string) => parseDay(text) ?? Number.NaN;
const resolution = fc.constantFrom(...RESOLUTIONS);
const anyDay = fc.integer({ min: 0, max: day('9999-12-31') - 400 });

test('days are parsed strictly', () => {
  expect(day('1970-01-01')).toBe(0);
  expect(toIsoDay(day('2024-02-29'))).toBe('2024-02-29');
  for (const text of [
    '2023-02-29',
    '2023-13-01',
    '2023-1-1',
    '',
    '20230101',
    '2023-01-01T00:00:00Z',
    undefined,
  ])
    expect(parseDay(text)).toBeUndefined();
});

test('periods begin on Mondays and on firsts', () => {
  const startOf = (text: string) => RESOLUTIONS.map((name) => toIsoDay(periodStart(day(text), name)));
  expect(startOf('2022-11-13')).toEqual(['2022-11-13', '2022-11-07', '2022-11-01', '2022-01-01']);
  expect(startOf('2022-11-14')).toEqual(['2022-11-14', '2022-11-14', '2022-11-01', '2022-01-01']);
  expect(startOf('1970-01-01')).toEqual(['1970-01-01', '1969-12-29', '1970-01-01', '1970-01-01']);
});

test('a day lies in its period, and periods follow each other without a gap', () => {
  fc.assert(
    fc.property(anyDay, resolution, (given, name) => {
      const start = periodStart(given, name);
      const next = nextPeriod(start, name);
      expect(start <= given && given < next).toBe(true);
      expect(periodStart(next, name)).toBe(next);
      expect(periodStart(next - 1, name)).toBe(start);
      expect(countPeriods(given, next, name)).toBe(2);
    }),
  );
});

test('missing periods are filled by policy, 0 before the first figure', () => {
  const points = [
    { start: day('2022-08-20'), value: '20' },
    { start: day('2022-08-22'), value: '22' },
  ];
  const range = { from: day('2022-08-19'), to: day('2022-08-23') };
  const values = (policy: 'zero' | 'previous') =>
    fillPoints(points, range, { resolution: 'DAY', policy })?.map(({ value }) => value);
  expect(values('zero')).toEqual(['0', '20', '0', '22', '0']);
  expect(values('previous')).toEqual(['0', '20', '20', '22', '22']);
});

test('too many points are refused before they are made', () => {
  const range = { from: 0, to: 3_000_000 };
  expect(fillPoints([], range, { resolution: 'DAY', policy: 'zero' })).toBeUndefined();
  expect(fillPoints([], range, { resolution: 'YEAR', policy: 'zero' })?.length).toBeGreaterThan(8000);
});

test('quotients are rounded half away from zero', () => {
  expect([
    divideRounded(12986n, 4n),
    divideRounded(5n, 2n),
    divideRounded(-5n, 2n),
    divideRounded(7n, 3n),
  ]).toEqual([3247n, 3n, -3n, 2n]);
});

test('fractions print as the shortest decimal of their double, without an exponent', () => {
  expect(formatFraction(divide(25070n, 9n))).toBe('2785.5555555555557');
  expect(formatFraction(divide(1n, 3n * 10n ** 9n))).toBe('0.0000000003333333333333333');
  expect(formatFraction(divide(10n ** 30n, 1n))).toBe(`1${'0'.repeat(30)}`);
  expect(
    formatAverage([
      { numerator: 1n, denominator: 1n, weight: 3n },
      { numerator: 2n, denominator: 1n, weight: 1n },
    ]),
  ).toBe('1.25');
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.bigInt({ min: 1n, max: 10n ** 30n }), (a, b) => {
      const text = formatFraction(divide(a, b));
      expect(text).toMatch(/^\d+(\.\d+)?$/);
      const exact = Number(a) / Number(b);
      expect(Math.abs(Number(text) - exact)).toBeLessThanOrEqual(exact * 1e-14);
    }),
  );
});

test('a quotient is written as its fraction, small or large', () => {
  const integer = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 54n }), fc.bigInt({ min: 0n, max: 10n ** 40n }));
  fc.assert(
    fc.property(integer, integer, (numerator, denominator) => {
      expect(formatQuotient(numerator, denominator + 1n)).toBe(
        formatFraction(divide(numerator, denominator + 1n)),
      );
    }),
    { numRuns: 2_000 },
  );
});

test('amounts keep all their digits', () => {
  expect(formatScaled(1n, 18)).toBe('0.000000000000000001');
  expect(formatScaled(-1_500_000_000_000_000_000n, 18)).toBe('-1.5');
  expect(formatScaled(0n, 18)).toBe('0');
  expect(formatScaled(123n, 0)).toBe('123');
});
