import type { ProvenSummary } from '@/lib/api/proof/query';
import { presentMilliseconds } from '@/lib/api/values';
import { asReason, message, parseMessage } from '@/lib/messages/message';
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

/** What the state of the index says of proofs. */
export type ProofColumns = Pick<
  IndexerStateRow,
  'proof_status' | 'unprovable_reason' | 'newer_header_since' | 'newer_header_fields' | 'newer_header_version'
>;

/** Whether the block at `height`, and those above, can be proven, and why not; of the newest if undefined. */
export function presentProvability(state: ProofColumns, height = Number.POSITIVE_INFINITY) {
  const { newer_header_since: since, newer_header_fields: fields, newer_header_version } = state;
  const isNewer = since !== null && since <= height;
  if (!isNewer) return { status: state.proof_status, ...asReason(parseMessage(state.unprovable_reason)) };
  const params = { version: newer_header_version ?? '', fields: fields?.join(', ') ?? '' };
  return { status: 'unprovable' as const, ...asReason(message('newer_header', params)) };
}

/** The proof state of the index. */
export function presentIndexProof(state: IndexerStateRow, { blocks, from, to }: ProvenSummary) {
  return {
    ...presentProvability(state),
    proven_blocks_count: blocks,
    proven_from: from,
    proven_to: to,
  };
}

/** When the chain of a development node last began again, or went back; null for any other chain. */
export function presentDevelopment({ development }: Pick<IndexerStateRow, 'development'>) {
  if (development === null) return null;
  const { reset_at: at, reset_to } = development;
  return { reset_at: at === null ? null : presentMilliseconds(at), reset_to };
}
