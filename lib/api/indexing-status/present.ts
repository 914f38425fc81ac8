import type { ProvenSummary } from '@/lib/api/proof/query';
import { asReason, parseMessage } from '@/lib/messages/message';
import type { IndexerStateRow } from './query';

/** Blocks behind the head at which the index still counts as synced. */
const FOLLOWING_DISTANCE = 5;

/** The tip, the target height, and whether the tip is close to it. */
export type IndexingProgress = Readonly<{ tip: number | null; head: number | null; isFollowing: boolean }>;

/** Progress towards the node's head or the configured end block. */
export function presentIndexingProgress(state: IndexerStateRow | undefined): IndexingProgress {
  const { tip_number: tip = null, remote_head: remote = null, end_block: end = null } = state ?? {};
  const head = (remote === null || end === null ? remote : Math.min(remote, end)) ?? tip;
  return { tip, head, isFollowing: tip !== null && head !== null && head - tip <= FOLLOWING_DISTANCE };
}

/** The proof state of the index. */
export function presentIndexProof(
  { proof_status, unprovable_reason }: IndexerStateRow,
  { blocks, from, to }: ProvenSummary,
) {
  return {
    status: proof_status,
    ...asReason(parseMessage(unprovable_reason)),
    proven_blocks_count: blocks,
    proven_from: from,
    proven_to: to,
  };
}
