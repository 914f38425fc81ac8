import type { DayTransfers } from './activity-query';

/** Sums the transfers of reads, newest first, by day in order. The oldest day is left out unless it is whole. */
export function sumDays(
  read: readonly DayTransfers[],
  isComplete: boolean,
): { date: string; transfers_count: number }[] {
  const byDay = new Map<string, number>();
  for (const { day, transfers } of read) byDay.set(day, (byDay.get(day) ?? 0) + transfers);
  const days = [...byDay].map(([date, transfers_count]) => ({ date, transfers_count })).reverse();
  return isComplete ? days : days.slice(1);
}
