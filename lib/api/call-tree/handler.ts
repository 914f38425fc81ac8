import { implement } from '@/lib/api/implement';
import { emptyIfUnindexed } from '@/lib/api/transaction/pending-loader';
import { findTransaction } from '@/lib/api/transaction/query';
import { getCallTree } from '@/lib/endpoints/call-tree';
import { hexToBuffer } from '@/lib/evm/hex';
import { message } from '@/lib/messages/message';
import { loadCallTree } from './loader';
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
