import { Refusal } from '@/lib/api/answer';
import type { Unavailable } from './chain-nodes';

/** Why a node gave no result, in words. */
export const REASONS = {
  busy: 'The node is busy with too many requests',
  cooldown: 'The node did not answer a moment ago',
  late: 'The node did not answer in time',
  absent: 'No node of this chain is available',
} as const;

/** 503 that says why the node gave no result, and when to retry. */
export function refuseUnavailable({ why, retryMs }: Unavailable): Refusal {
  return refuseForNow(REASONS[why], retryMs);
}

/** 503 with a reason, and after how many ms to retry if that may help. */
export function refuseForNow(reason: string, retryMs: number | undefined): Refusal {
  if (retryMs === undefined) return new Refusal({ status: 503, body: { message: reason } });
  const seconds = Math.max(1, Math.ceil(retryMs / 1_000));
  const message = `${reason}: try again in ${seconds} s`;
  return new Refusal({ status: 503, body: { message }, headers: { 'retry-after': String(seconds) } });
}
