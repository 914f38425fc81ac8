import { readNewerHeader } from '@/lib/indexer/sync/newer-header';
import { listUnprovenRanges, readProvability } from '@/lib/indexer/sync/proven-ranges';
import { findTip } from '@/lib/indexer/sync/state';
import type { Logger } from '@/lib/log';
import { pause } from '@/lib/retry';
import { type BlockCheckResult, type VerifySource, verifyBlocks } from './verify-block';

/** `isIdle`: whether the main loop has nothing to do. */
export type ProofWatch = Readonly<{
  firstBlock: number;
  log: Logger;
  isIdle: () => boolean;
  now?: () => number;
}>;

/** Continues below a height; `failed`: blocks that could not be proven lately, with the time (Unix ms). */
export type ProofProgress = { below: number; failed: Map<number, number> };

/** Blocks looked at in one step. */
const PER_STEP = 8;
/** Maximum share of the time: other users of node and database have priority. */
const PAUSE_FACTOR = 4;
const MIN_PAUSE_MS = 500;
/** When all blocks are proven or were tried. */
const POLL_MS = 5 * 60_000;
/** Before a block that could not be proven is retried: the node may have returned incorrect data. */
const RETRY_MS = 6 * 3_600_000;
/** Maximum number of remembered failures; above it, all blocks are retried. */
const MAX_FAILED = 100_000;

/**
 * Proves stored blocks that are not proven yet, from the newest down, in parallel to the main loop while that is idle,
 * and repairs those whose rows differ. Not for chains whose blocks cannot be proven, nor for blocks whose header is newer
 * than this version. Never throws.
 */
export async function watchProof(source: VerifySource, watch: ProofWatch): Promise<void> {
  const { signal } = source;
  const progress: ProofProgress = { below: Number.MAX_SAFE_INTEGER, failed: new Map() };
  while (!signal.aborted) {
    const startedAt = Date.now();
    try {
      if (watch.isIdle() && !(await proveNext(source, watch, progress))) {
        progress.below = Number.MAX_SAFE_INTEGER;
        await pause(POLL_MS, signal);
      }
    } catch (error) {
      if (signal.aborted) return;
      watch.log.warn({ error }, 'could not prove stored blocks; retrying');
    }
    await pause(Math.max(MIN_PAUSE_MS, PAUSE_FACTOR * (Date.now() - startedAt)), signal);
  }
}

/** Proves the highest remaining blocks; false when none are left, or none can be proven. */
export async function proveNext(
  source: VerifySource,
  { firstBlock, log, now = Date.now }: Pick<ProofWatch, 'firstBlock' | 'log' | 'now'>,
  progress: ProofProgress,
): Promise<boolean> {
  const { db } = source;
  const [tip, { status }] = [await findTip(db), await readProvability(db)];
  if (!tip || status === 'unprovable') return false;
  const newer = await readNewerHeader(db);
  const to = Math.min(tip.number, progress.below - 1, (newer?.since ?? Number.POSITIVE_INFINITY) - 1);
  const [gap] = await listUnprovenRanges(db, { from: firstBlock, to }, 1);
  if (!gap) return false;
  const from = Math.max(gap.from, gap.to - PER_STEP + 1);
  const heights = Array.from({ length: gap.to - from + 1 }, (_, at) => gap.to - at);
  const { failed } = progress;
  const wanted = heights.filter((height) => now() - (failed.get(height) ?? 0) >= RETRY_MS);
  for (const [height, result] of await verifyBlocks(source, wanted, true)) {
    report(log, height, result);
    if (failed.size >= MAX_FAILED) failed.clear();
    if (result.kind === 'unproven') failed.set(height, now());
    else failed.delete(height);
  }
  progress.below = from;
  return true;
}

function report(log: Logger, block: number, result: BlockCheckResult): void {
  if (result.kind === 'repaired')
    log.warn(
      { block, differences: result.differences },
      'repaired a block stored from an incorrect node response',
    );
  if (result.kind === 'unproven') log.info({ block, reason: result.reason }, 'stored block is unproven');
}
