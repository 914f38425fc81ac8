import { getChainContents } from '@/lib/endpoints/chain-contents';
import { findChainContents } from '@/lib/queries/chain-contents';
import { findIndexerState } from '@/lib/queries/indexer-state';
import { implement } from '../implement';

/** GET /main-page/contents. */
export const chainContentsOperation = implement(getChainContents, async ({ db }) => {
  const [{ tokenTypes, hasFheOperations, hasUserOperations }, state] = await Promise.all([
    findChainContents(db),
    findIndexerState(db),
  ]);
  const since = state?.withdrawals_since ?? null;
  return {
    token_types: tokenTypes,
    has_fhe_operations: hasFheOperations,
    has_withdrawals: (state?.withdrawals_count ?? 0) > 0,
    has_user_operations: hasUserOperations,
    withdrawals_since: since !== null && since > (state?.first_block ?? 0) ? since : null,
  };
});
