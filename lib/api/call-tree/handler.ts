import { Refusal } from '@/lib/api/answer';
import { implement } from '@/lib/api/implement';
import { refuseUnavailable } from '@/lib/api/nodes/refuse-unavailable';
import { emptyIfPending, emptyIfUnindexed } from '@/lib/api/transaction/pending-loader';
import { findTransaction } from '@/lib/api/transaction/query';
import { getCallTree } from '@/lib/endpoints/call-tree';
import { getRawTrace } from '@/lib/endpoints/raw-trace';
import { hexToBuffer } from '@/lib/evm/hex';
import { message } from '@/lib/messages/message';
import { CONTRADICTION, loadCallTree, loadTrace } from './loader';
import { loadTreePage, withoutCalls } from './page-loader';

const unavailable = (isMined: boolean) =>
  ({ status: 'unavailable', ...message(isMined ? 'block_not_indexed' : 'transaction_pending') }) as const;

/** GET /transactions/{hash}/call-tree. */
export const callTreeOperation = implement(getCallTree, async (call) => {
  const hash = hexToBuffer(call.params.transaction_hash_param);
  const row = await findTransaction(call.db, hash);
  if (!row) return emptyIfUnindexed(call, hash, (isMined) => withoutCalls(unavailable(isMined)));
  return loadTreePage(call, row, await loadCallTree(call, row));
});

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
