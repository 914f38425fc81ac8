import type { CallContext } from '@/lib/api/implement';
import { findIndexerState } from '@/lib/api/indexing-status/query';

/** Blocks until a height, and the seconds that they take on average, with one decimal; null when that is not known. */
export type Countdown = Readonly<{ current: bigint; remaining: bigint; seconds: string | null }>;

/** The countdown to a block; `mined` when it is indexed already, undefined before the first block. */
export async function loadCountdown(
  { db, services }: Pick<CallContext, 'db' | 'services'>,
  target: bigint,
): Promise<Countdown | 'mined' | undefined> {
  const [state, averageMs] = await Promise.all([findIndexerState(db), services.averageBlockTimeMs(db)]);
  if (state === undefined || state.tip_number === null) return undefined;
  const current = BigInt(state.tip_number);
  if (target <= current) return 'mined';
  const remaining = target - current;
  return { current, remaining, seconds: averageMs === undefined ? null : toSeconds(remaining, averageMs) };
}

function toSeconds(blocks: bigint, averageMs: number): string {
  const tenths = (blocks * BigInt(Math.round(averageMs))) / 100n;
  return `${tenths / 10n}.${tenths % 10n}`;
}
