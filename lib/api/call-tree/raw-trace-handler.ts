import { Refusal } from '@/lib/api/answer';
import { implement } from '@/lib/api/implement';
import { refuseUnavailable } from '@/lib/api/nodes/refuse-unavailable';
import { emptyIfPending } from '@/lib/api/transaction/pending-loader';
import { findTransaction } from '@/lib/api/transaction/query';
import { getRawTrace } from '@/lib/endpoints/raw-trace';
import { hexToBuffer } from '@/lib/evm/hex';
import { CONTRADICTION, loadTrace } from './loader';

const REFUSALS = {
  refused: 'The node has no trace of this transaction',
  large: 'The trace of this transaction is too large to return',
} as const;

/** GET /transactions/{hash}/raw-trace. */
export const rawTraceOperation = implement(getRawTrace, async ({ params, ...context }) => {
  const hash = hexToBuffer(params.transaction_hash_param);
  const row = await findTransaction(context.db, hash);
  if (!row) return emptyIfPending(context, hash, () => []);
  const answer = await loadTrace(context, row);
  if (answer.kind === 'answered' && answer.invalid)
    return new Refusal({ status: 404, body: { message: CONTRADICTION.message } });
  if (answer.kind === 'answered') return [...answer.value];
  if (answer.kind === 'unavailable') return refuseUnavailable(answer);
  return new Refusal({ status: 404, body: { message: REFUSALS[answer.kind] } });
});
