import type { BlockTransfers } from '@/lib/queries/token-activity';

/** Sums the transfers of blocks, newest first, by day in order. The oldest day is left out unless it is whole. */
export function sumDays(
  blocks: readonly BlockTransfers[],
  isComplete: boolean,
): { date: string; transfers_count: number }[] {
  const byDay = new Map<string, number>();
  for (const { day, transfers } of blocks) byDay.set(day, (byDay.get(day) ?? 0) + transfers);
  const days = [...byDay].map(([date, transfers_count]) => ({ date, transfers_count })).reverse();
  return isComplete ? days : days.slice(1);
}
