import type { IndexerStateRow } from '@/lib/queries/indexer-state';

/** An index this few blocks behind the head follows it: new blocks come while it writes. */
const FOLLOWING_DISTANCE = 5;

/** The height that the index has, the one it is on its way to, and whether it has got there. */
export type IndexingProgress = Readonly<{ tip: number | null; head: number | null; isFollowing: boolean }>;

/** How far the index is on its way to the node's head, or to the block that indexing ends at. */
export function presentIndexingProgress(state: IndexerStateRow | undefined): IndexingProgress {
  const { tip_number: tip = null, remote_head: remote = null, end_block: end = null } = state ?? {};
  const head = (remote === null || end === null ? remote : Math.min(remote, end)) ?? tip;
  return { tip, head, isFollowing: tip !== null && head !== null && head - tip <= FOLLOWING_DISTANCE };
}
