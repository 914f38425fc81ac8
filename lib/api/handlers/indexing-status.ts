import { getIndexingStatus } from '@/lib/endpoints/indexing-status';
import { findIndexerState } from '@/lib/queries/indexer-state';
import { summarizeProven } from '@/lib/queries/proof';
import { listRpcEndpoints } from '@/lib/queries/rpc-endpoint';
import { implement } from '../implement';
import { presentIndexingProgress, presentIndexProof } from '../present/indexing-status';
import { presentRpcEndpoints } from '../present/rpc-endpoint';

/** GET /main-page/indexing-status. */
export const indexingStatusOperation = implement(getIndexingStatus, async ({ db }) => {
  const [state, endpoints, proven] = await Promise.all([
    findIndexerState(db),
    listRpcEndpoints(db),
    summarizeProven(db),
  ]);
  const { tip, head, isFollowing } = presentIndexingProgress(state);
  const first = state?.first_block ?? 0;
  const ratio = isFollowing ? 1 : tip === null || head === null ? 0 : (tip - first + 1) / (head - first + 1);
  const ratioText = (Math.floor(100 * Math.max(0, ratio)) / 100).toFixed(2);
  return {
    finished_indexing: isFollowing,
    finished_indexing_blocks: isFollowing,
    indexed_blocks_ratio: ratioText,
    indexed_internal_transactions_ratio: state?.has_traces ? ratioText : null,
    first_block: state?.first_block ?? null,
    indexed_block: tip,
    head_block: head,
    blocks_count: state?.blocks_count ?? null,
    transactions_count: state?.transactions_count ?? null,
    addresses_count: state?.addresses_count ?? null,
    proof: state ? presentIndexProof(state, proven) : null,
    rpc_endpoints: presentRpcEndpoints(endpoints, Date.now()),
  };
});
