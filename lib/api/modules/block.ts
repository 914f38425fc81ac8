import { z } from 'zod';
import { findBlockAtTime } from '@/lib/queries/block';
import { readCountdown } from '../handlers/countdown';
import { type Action, defineAction, found, refuse } from './action';

const byTime = defineAction(
  z.object({
    timestamp: z
      .string()
      .regex(/^\d{1,12}$/, 'Invalid timestamp')
      .transform(Number),
    closest: z.enum(['before', 'after'], { error: 'before or after' }),
  }),
  async ({ db }, { timestamp, closest }) => {
    const number = await findBlockAtTime(db, timestamp, closest);
    return number === undefined ? refuse('No closest block found') : found({ blockNumber: String(number) });
  },
);

const countdown = defineAction(
  z.object({
    blockno: z
      .string()
      .regex(/^\d{1,30}$/, 'Invalid block number')
      .transform(BigInt),
  }),
  async (context, { blockno }) => {
    const left = await readCountdown(context, blockno);
    if (left === undefined) return refuse('Nothing is indexed yet');
    if (left === 'mined') return refuse('Block number already mined');
    return found({
      CurrentBlock: left.current_block_number,
      CountdownBlock: left.countdown_block_number,
      RemainingBlock: left.remaining_blocks_count,
      EstimateTimeInSec: left.estimated_time_in_seconds ?? '',
    });
  },
);

/** The actions of the module block. */
export const BLOCK_ACTIONS: Readonly<Record<string, Action>> = {
  getblocknobytime: byTime,
  getblockcountdown: countdown,
};
