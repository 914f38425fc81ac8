import { expect, test } from 'vitest';
import { layOutCalendar } from './calendar-layout';

test('days stand in weeks from Monday, months where they begin', () => {
  // 2024-02-28 is a Wednesday
  const { days, months, columns } = layOutCalendar({
    from: '2024-02-28',
    to: '2024-03-05',
    days: [
      { date: '2024-02-29', transactions_count: 100 },
      { date: '2024-03-04', transactions_count: 1 },
    ],
  });
  expect(days.map(({ date, column, row, level }) => [date.slice(5), column, row, level])).toEqual([
    ['02-28', 0, 2, 0],
    ['02-29', 0, 3, 4],
    ['03-01', 0, 4, 0],
    ['03-02', 0, 5, 0],
    ['03-03', 0, 6, 0],
    ['03-04', 1, 0, 1],
    ['03-05', 1, 1, 0],
  ]);
  expect(months).toEqual([{ column: 0, month: 2 }]);
  expect(columns).toBe(2);
});

test('a calendar of a year has every day once', () => {
  const { days, columns } = layOutCalendar({ from: '2025-11-17', to: '2026-11-22', days: [] });
  expect(days).toHaveLength(371);
  expect(new Set(days.map(({ column, row }) => `${column}/${row}`)).size).toBe(371);
  expect(columns).toBe(53);
  expect(days.every((day) => day.level === 0)).toBe(true);
});
