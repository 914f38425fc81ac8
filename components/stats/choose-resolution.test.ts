import { expect, test } from 'vitest';
import { chooseResolution, earliestDay, knownResolutions } from './choose-resolution';

const all = knownResolutions({ resolutions: ['YEAR', 'DAY', 'MONTH', 'WEEK', 'HOUR'] });
const short = knownResolutions({ resolutions: ['DAY', 'WEEK'] });

test('resolutions are known ones, finest first', () => {
  expect(all).toEqual(['DAY', 'WEEK', 'MONTH', 'YEAR']);
  expect(short).toEqual(['DAY', 'WEEK']);
  expect(knownResolutions({ resolutions: [] })).toEqual(['DAY']);
});

test('the asked resolution is taken where the chart has it and it can be drawn', () => {
  const year = { first: '2025-11-20', last: '2026-11-20' };
  expect(chooseResolution(all, 'MONTH', year)).toBe('MONTH');
  expect(chooseResolution(short, 'MONTH', year)).toBe('DAY');
  expect(chooseResolution(all, 'DAY', { first: '2015-07-30', last: '2026-11-20' })).toBe('MONTH');
});

test('else the finest that is easy to read', () => {
  expect(chooseResolution(all, undefined, { first: '2026-08-20', last: '2026-11-20' })).toBe('DAY');
  expect(chooseResolution(all, undefined, { first: '2024-01-01', last: '2026-11-20' })).toBe('WEEK');
  expect(chooseResolution(all, undefined, { first: '1970-01-01', last: '9999-12-31' })).toBe('YEAR');
  expect(chooseResolution(short, undefined, { first: '1970-01-01', last: '9999-12-31' })).toBe('WEEK');
});

test('no range is too long to be drawn in the longest periods', () => {
  expect(earliestDay('2026-11-20', 'YEAR')).toBe('1970-01-01');
  expect(earliestDay('2026-11-20', 'WEEK')).toBe('1988-07-29');
  expect(earliestDay('9999-12-31', 'WEEK')).toBe('9961-09-08');
});
