import { implement } from '@/lib/api/implement';
import { summarizeProven } from '@/lib/api/proof/query';
import { getIndexingStatus } from '@/lib/endpoints/indexing-status';
import { presentDevelopment, presentIndexingProgress, presentIndexProof, presentSpeed } from './present';
import { countTraceBacklog, findIndexerState, findIndexingSpeed } from './query';
import { presentRpcEndpoints } from './rpc-endpoint-present';
import { listRpcEndpoints } from './rpc-endpoint-query';

/** Counts are capped here: an index this far behind has hardly any traces anyway. */
const MAX_BACKLOG = 100_000;

/** GET /main-page/indexing-status. */
export const indexingStatusOperation = implement(getIndexingStatus, async ({ db }) => {
  const [state, endpoints, proven, untraced, speed] = await Promise.all([
    findIndexerState(db),
    listRpcEndpoints(db),
    summarizeProven(db),
    countTraceBacklog(db, MAX_BACKLOG),
    findIndexingSpeed(db),
  ]);
  const progress = presentIndexingProgress(state);
  const { tip, head, isFollowing } = progress;
  const first = state?.first_block ?? 0;
  const indexed = tip === null ? 0 : tip - first + 1;
  const expected = head === null ? indexed : Math.max(indexed, head - first + 1);
  const isFinished = tip !== null && indexed === expected;
  return {
    finished_indexing: isFinished,
    finished_indexing_blocks: isFinished,
    is_following: isFollowing,
    indexed_blocks_ratio: presentRatio(indexed, expected),
    indexed_internal_transactions_ratio: state?.has_traces
      ? presentRatio(indexed - untraced, expected)
      : null,
    first_block: state?.first_block ?? null,
    indexed_block: tip,
    head_block: head,
    finalized_block: state?.finalized_block ?? null,
    speed: presentSpeed(progress, speed, Date.now()),
    blocks_count: state?.blocks_count ?? null,
    transactions_count: state?.transactions_count ?? null,
    addresses_count: state?.addresses_count ?? null,
    proof: state ? presentIndexProof(state, proven) : null,
    development: state ? presentDevelopment(state) : null,
    rpc_endpoints: presentRpcEndpoints(endpoints, Date.now()),
  };
});

function presentRatio(part: number, whole: number): string {
  return (Math.floor((100 * Math.max(0, part)) / Math.max(1, whole)) / 100).toFixed(2);
}
