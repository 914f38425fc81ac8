import { findIndexerState } from '@/lib/queries/indexer-state';
import { getBlockCountdown } from '@/lib/spec/countdown';
import { Refusal } from '../answer';
import { type Context, implement } from '../implement';

/** GET /blocks/{number}/countdown. */
export const blockCountdownOperation = implement(getBlockCountdown, async ({ params, ...context }) => {
  const left = await readCountdown(context, BigInt(params.block_number_param));
  if (left !== 'mined') return left;
  return new Refusal({ status: 404, body: { message: 'Block number already mined' } });
});

/** How far a block is, unless it is mined; undefined before anything is indexed. */
export async function readCountdown({ db, services }: Context, wanted: bigint) {
  const [state, averageMs] = await Promise.all([findIndexerState(db), services.averageBlockTimeMs(db)]);
  if (state === undefined || state.tip_number === null) return undefined;
  const current = BigInt(state.tip_number);
  if (wanted <= current) return 'mined';
  const remaining = wanted - current;
  return {
    current_block_number: String(current),
    countdown_block_number: String(wanted),
    remaining_blocks_count: String(remaining),
    estimated_time_in_seconds: averageMs === undefined ? null : estimate(remaining, averageMs),
  };
}

/** Seconds to one decimal, of any size. */
function estimate(blocks: bigint, averageMs: number): string {
  const tenths = (blocks * BigInt(Math.round(averageMs))) / 100n;
  return `${tenths / 10n}.${tenths % 10n}`;
}
