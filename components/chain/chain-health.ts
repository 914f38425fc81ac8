import { describeOldHead, formatAge, formatMilliseconds } from '@/lib/format/time';
import { t } from '@/lib/language/t';

/** Blocks behind the head from which the index counts as late. */
export const LATE_BLOCKS = 3;
/** A block that takes this many times as long as usual is late, but never in less than a minute. */
const LATE_TIMES = 10;
const LEAST_LATE_MS = 60_000;

/** The state of a chain's head. */
export type HeadFacts = Readonly<{
  /** Latest indexed block, and the node's. */
  indexed: number | null;
  head: number | null;
  /** ISO time of the latest indexed block. */
  timestamp: string | undefined;
  /** Usual time between blocks; undefined if unknown. */
  usualMs: number | undefined;
}>;

/** Usual time between blocks: the median, or the mean where most blocks share a second with another. Undefined below three blocks. */
export function usualBlockMs(blocks: readonly Readonly<{ timestamp: string }>[]): number | undefined {
  const times = blocks.map(({ timestamp }) => Date.parse(timestamp)).sort((one, other) => one - other);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  if (gaps.length < 2 || gaps.some(Number.isNaN)) return undefined;
  const median = [...gaps].sort((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0;
  return median > 0 ? median : gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
}

/** Why the latest block shown is not current, in a few words; undefined while it is. */
export function describeLateHead(facts: HeadFacts, now: number): string | undefined {
  const { indexed, head, timestamp, usualMs } = facts;
  if (indexed === null) return t('no blocks yet');
  const behind = head === null ? 0 : head - indexed;
  const old = describeOldHead(timestamp, now);
  if (old !== undefined) return t('latest block {age}', { age: old });
  if (behind > LATE_BLOCKS)
    return t('{count, plural, one {# block} other {# blocks}} behind the node', { count: behind });
  const then = Date.parse(timestamp ?? '');
  if (Number.isNaN(then)) return t('latest block not known');
  if (usualMs === undefined || now - then < Math.max(LEAST_LATE_MS, LATE_TIMES * usualMs)) return undefined;
  return t('latest block {age}, usually one every {usualMs}', {
    age: formatAge(then, now),
    usualMs: formatMilliseconds(usualMs),
  });
}

/** Transactions a second in a run of blocks, newest first: those of all but the oldest, which began it. Undefined without a span of time. */
export function transactionRate(
  blocks: readonly Readonly<{ timestamp: string; transactions_count: number }>[],
): number | undefined {
  const [newest, oldest] = [blocks[0], blocks.at(-1)];
  const seconds = (Date.parse(newest?.timestamp ?? '') - Date.parse(oldest?.timestamp ?? '')) / 1000;
  if (!(seconds > 0)) return undefined;
  return blocks.slice(0, -1).reduce((sum, block) => sum + block.transactions_count, 0) / seconds;
}
