import { z } from 'zod';
import { loadCountdown } from '@/lib/api/block/countdown-loader';
import { findBlockAtTime } from '@/lib/api/block/query';
import { type Action, defineAction, found, refuse } from './action';

/** Action getblocknobytime. */
export const findBlockByTime = defineAction(
  z.object({
    timestamp: z
      .string()
      .regex(/^\d{1,12}$/, 'Invalid timestamp')
      .transform(Number),
    closest: z.enum(['before', 'after'], { error: 'before or after' }),
    chainid: z.string().optional(),
  }),
  async ({ db }, { timestamp, closest, chainid }) => {
    const number = await findBlockAtTime(db, timestamp, closest);
    if (number === undefined) return refuse('Error! No closest block found');
    // Blockscout's clients read a record here, Etherscan's a text.
    return found(chainid === undefined ? { blockNumber: String(number) } : String(number));
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
    const left = await loadCountdown(context, blockno);
    if (left === undefined) return refuse('Error! No block is indexed yet');
    if (left === 'mined') return refuse('Error! Block number already pass');
    return found({
      CurrentBlock: String(left.current),
      CountdownBlock: String(blockno),
      RemainingBlock: String(left.remaining),
      EstimateTimeInSec: left.seconds ?? '',
    });
  },
);

/** Actions of the module block. */
export const BLOCK_ACTIONS: Readonly<Record<string, Action>> = {
  getblocknobytime: findBlockByTime,
  getblockcountdown: countdown,
};
