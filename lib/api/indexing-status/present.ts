import type { ProvenSummary } from '@/lib/api/proof/query';
import { presentMilliseconds } from '@/lib/api/values';
import type { Row } from '@/lib/db/tables';
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

/** An indexer measures every few seconds: after this long it has stopped, or nothing arrives. */
const SPEED_MS = 5 * 60_000;

/** How fast the index grows, and how long it has to go; null where it keeps up, or has not grown for minutes at `now` (Unix ms). */
export function presentSpeed(
  { tip, head, isFollowing }: IndexingProgress,
  speed: Row<'indexing_speed'> | undefined,
  now: number,
) {
  if (speed === undefined || tip === null || head === null || isFollowing) return null;
  const { measured_at, blocks, elapsed_ms, held_back_by } = speed;
  if (now - measured_at > SPEED_MS || blocks === 0) return null;
  return {
    blocks_per_second: Math.round((100_000 * blocks) / Math.max(1, elapsed_ms)) / 100,
    held_back_by,
    seconds_left: Math.ceil(((head - tip) * elapsed_ms) / blocks / 1_000),
    measured_at: presentMilliseconds(measured_at),
  };
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
