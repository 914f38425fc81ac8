import { expect, test } from 'vitest';
import { formatAxisDay, formatDay, formatPeriod } from './period';

test('periods are written in the words of their resolution', () => {
  expect(formatPeriod({ date: '2026-11-09', date_to: '2026-11-09' }, 'DAY')).toBe('9 Nov 2026');
  expect(formatPeriod({ date: '2026-11-16', date_to: '2026-11-22' }, 'WEEK')).toBe('16 – 22 Nov 2026');
  expect(formatPeriod({ date: '2026-10-26', date_to: '2026-11-01' }, 'WEEK')).toBe('26 Oct – 1 Nov 2026');
  expect(formatPeriod({ date: '2025-12-29', date_to: '2026-01-04' }, 'WEEK')).toBe(
    '29 Dec 2025 – 4 Jan 2026',
  );
  expect(formatPeriod({ date: '2026-02-01', date_to: '2026-02-28' }, 'MONTH')).toBe('Feb 2026');
  expect(formatPeriod({ date: '2026-01-01', date_to: '2026-12-31' }, 'YEAR')).toBe('2026');
});

test('what is no day stays as it is', () => {
  expect(formatDay('soon')).toBe('soon');
  expect(formatPeriod({ date: '2026-13-01', date_to: '2026-13-01' }, 'DAY')).toBe('2026-13-01');
});

test('axis days are short, and name the year where a range is long', () => {
  expect(formatAxisDay('2026-11-09', 'DAY', false)).toBe('9 Nov');
  expect(formatAxisDay('2026-11-09', 'WEEK', true)).toBe('Nov 2026');
  expect(formatAxisDay('2026-11-01', 'MONTH', false)).toBe('Nov 2026');
  expect(formatAxisDay('2026-01-01', 'YEAR', true)).toBe('2026');
});
