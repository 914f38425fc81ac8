import { getBlockCountdown } from '@/lib/endpoints/countdown';
import { findIndexerState } from '@/lib/queries/indexer-state';
import { Refusal } from '../http/answer';
import { implement } from '../implement';

/** GET /blocks/{number}/countdown. */
export const blockCountdownOperation = implement(getBlockCountdown, async ({ db, params, services }) => {
  const wanted = BigInt(params.block_number_param);
  const [state, averageMs] = await Promise.all([findIndexerState(db), services.averageBlockTimeMs(db)]);
  if (state === undefined || state.tip_number === null) return undefined;
  const current = BigInt(state.tip_number);
  if (wanted <= current) {
    return new Refusal({ status: 404, body: { message: 'Block number already mined' } });
  }
  const remaining = wanted - current;
  return {
    current_block_number: String(current),
    countdown_block_number: String(wanted),
    remaining_blocks_count: String(remaining),
    estimated_time_in_seconds: averageMs === undefined ? null : estimate(remaining, averageMs),
  };
});

/** Seconds to one decimal, of any size. */
function estimate(blocks: bigint, averageMs: number): string {
  const tenths = (blocks * BigInt(Math.round(averageMs))) / 100n;
  return `${tenths / 10n}.${tenths % 10n}`;
}
