import { expect, test } from 'vitest';
import {
  describeOldHead,
  formatAge,
  formatMilliseconds,
  formatShortDay,
  formatUtc,
  formatUtcShort,
} from './time';

test('an age is given in its largest unit, years with days', () => {
  const now = Date.UTC(2026, 10, 20);
  const seconds = [
    0,
    1,
    59,
    60,
    3_599,
    3_600,
    86_399,
    86_400,
    14 * 86_400,
    364 * 86_400,
    365 * 86_400,
    1_227 * 86_400,
  ];
  expect(seconds.map((age) => formatAge(now - age * 1000, now))).toEqual([
    'just now',
    '1 s ago',
    '59 s ago',
    '1 min ago',
    '59 min ago',
    '1 h ago',
    '23 h ago',
    '1 d ago',
    '14 d ago',
    '364 d ago',
    '1 y ago',
    '3 y 132 d ago',
  ]);
});

test('a clock that is a little behind is no time travel, one that is far behind is said', () => {
  expect(formatAge(30_000, 0)).toBe('just now');
  expect(formatAge(7_200_000, 0)).toBe('in 2 h');
  expect(formatAge(800 * 86_400_000, 0)).toBe('in 2 y 70 d');
});

test('waits and moments', () => {
  expect([0, 1_240, 9_960, 12_000, 3_600_000].map(formatMilliseconds)).toEqual([
    '0 s',
    '1.2 s',
    '10 s',
    '12 s',
    '1 h',
  ]);
  expect(formatUtc('2026-11-20T16:20:24.000000Z')).toBe('20 Nov 2026, 16:20:24 UTC');
  expect(formatUtc('1970-01-01T00:00:00.000000Z')).toBe('1 Jan 1970, 00:00:00 UTC');
  expect(formatUtc('soon')).toBe('soon');
});

test('a moment in a narrow column sorts as text', () => {
  expect(formatUtcShort('2026-06-02T09:43:58.000000Z')).toBe('2026-06-02 09:43:58');
  expect(formatUtcShort('yesterday')).toBe('yesterday');
});

test('a head of ten minutes is old, one of a day has a date', () => {
  const then = '2023-07-13T10:00:00.000000Z';
  const at = (minutes: number) => Date.parse(then) + minutes * 60_000;
  expect(describeOldHead(then, at(9))).toBeUndefined();
  expect(describeOldHead(then, at(11))).toBe('11 min ago');
  expect(describeOldHead(then, at(60 * 24 * 1000))).toBe('13 Jul 2023');
  expect(describeOldHead(undefined, 0)).toBeUndefined();
});

test('a day of a chart', () => {
  expect(['2026-06-02', '2026-13-40'].map(formatShortDay)).toEqual(['2 Jun', '2026-13-40']);
});
