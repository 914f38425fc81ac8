import { listUnprovenRanges, readProvability } from '@/lib/indexer/sync/proven-ranges';
import { findTip } from '@/lib/indexer/sync/state';
import type { Logger } from '@/lib/log';
import { pause } from '@/lib/retry';
import { type Verdict, type VerifySource, verifyBlocks } from './verify-block';

/** `isIdle` tells whether the main loop has nothing to do. */
export type ProofWatch = Readonly<{
  firstBlock: number;
  log: Logger;
  isIdle: () => boolean;
  now?: () => number;
}>;

/** Where to go on: below a height, without the blocks that could not be proven lately, with when that was (Unix ms). */
export type ProofProgress = { below: number; failed: Map<number, number> };

/** Blocks looked at in one step. */
const PER_STEP = 8;
/** Share of the time that is spent at most: what the node and the database answer to others matters more. */
const PAUSE_FACTOR = 4;
const MIN_PAUSE_MS = 500;
/** When everything is proven, or was tried. */
const POLL_MS = 5 * 60_000;
/** Until a block that could not be proven is tried again: the node may have lied, and lies no more. */
const RETRY_MS = 6 * 3_600_000;
/** Blocks that are remembered as not to be proven; above it, all are tried again. */
const MAX_FAILED = 100_000;

/**
 * Proves stored blocks that are not proven yet, from the newest down, beside the main loop while that is idle, and
 * repairs those whose rows differ. Not for chains whose blocks cannot be proven. Never throws.
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

/** Proves the highest unproven blocks of what `progress` leaves; false when nothing is left, or can be proven. */
export async function proveNext(
  source: VerifySource,
  { firstBlock, log, now = Date.now }: Pick<ProofWatch, 'firstBlock' | 'log' | 'now'>,
  progress: ProofProgress,
): Promise<boolean> {
  const { db } = source;
  const [tip, { status }] = [await findTip(db), await readProvability(db)];
  if (!tip || status === 'unprovable') return false;
  const to = Math.min(tip.number, progress.below - 1);
  const [gap] = await listUnprovenRanges(db, { from: firstBlock, to }, 1);
  if (!gap) return false;
  const from = Math.max(gap.from, gap.to - PER_STEP + 1);
  const heights = Array.from({ length: gap.to - from + 1 }, (_, at) => gap.to - at);
  const { failed } = progress;
  const wanted = heights.filter((height) => now() - (failed.get(height) ?? 0) >= RETRY_MS);
  for (const [height, verdict] of await verifyBlocks(source, wanted, true)) {
    report(log, height, verdict);
    if (failed.size >= MAX_FAILED) failed.clear();
    if (verdict.kind === 'unproven') failed.set(height, now());
    else failed.delete(height);
  }
  progress.below = from;
  return true;
}

function report(log: Logger, block: number, verdict: Verdict): void {
  if (verdict.kind === 'repaired')
    log.warn(
      { block, differences: verdict.differences },
      'repaired a block stored from an incorrect node response',
    );
  if (verdict.kind === 'unproven') log.info({ block, reason: verdict.reason }, 'stored block is unproven');
}
