/** Inclusive heights. */
export type Range = Readonly<{ from: number; to: number }>;

const MAX_BLOCKS = 500;
/** The target weight of a batch, measured by `weighBundle`. */
const TARGET_WEIGHT = 8_000;
/** No more blocks are fetched for a batch of this weight. */
export const MAX_WEIGHT = 2 * TARGET_WEIGHT;
const GROWTH = 2;

/** Blocks of the first batch. */
export const INITIAL_BATCH_BLOCKS = 8;

/** The next heights after `tip`, up to `last`; undefined when there are none. */
export function planRange(tip: number, last: number, batchBlocks: number): Range | undefined {
  return tip >= last ? undefined : { from: tip + 1, to: Math.min(last, tip + batchBlocks) };
}

/**
 * The blocks of the next range for the target weight, after a range of this weight was fetched: grows at most twofold of
 * that range, shrinks at once when blocks get heavy. Ranges planned before the last growth say nothing against it.
 */
export function planBatchBlocks(last: { blocks: number; weight: number }, planned = 0): number {
  const wanted = Math.floor((TARGET_WEIGHT * last.blocks) / Math.max(1, last.weight));
  const grown = Math.max(planned, last.blocks * GROWTH);
  return Math.max(1, Math.min(wanted, grown, MAX_BLOCKS));
}

/** Ranges prepared at once, each of the target weight, which bounds memory: one fetched and one completed, or more. */
export const DEPTH = { least: 2, most: 8 };
/** Waits that are no wait, and the share of it that this program was busy, so that no node is to blame. */
const [NO_WAIT_MS, BUSY] = [20, 0.75];
/** One range less is prepared after none was waited for so many times as there are: answers of a slow node come in bursts. */
const CALM_ROUNDS = 4;

/** Ranges to prepare at once, and how many were taken since the last wait. */
export type Depth = Readonly<{ ranges: number; calm: number }>;

/** How long the next range was waited for (ms), how busy this program was meanwhile (0 to 1), whether the node limits the rate. */
type Wait = Readonly<{ waitedMs: number; busy: number; isPaced: boolean }>;

/**
 * Ranges to prepare at once, after the next one was waited for: twice as many where that was for the node's latency, one
 * less where the rate is limited, or there was no wait for long.
 */
export function planDepth({ ranges, calm }: Depth, { waitedMs, busy, isPaced }: Wait): Depth {
  const isLong = waitedMs >= NO_WAIT_MS;
  if (isPaced || (!isLong && calm + 1 >= CALM_ROUNDS * ranges))
    return { ranges: Math.max(DEPTH.least, ranges - 1), calm: 0 };
  if (!isLong) return { ranges, calm: calm + 1 };
  return { ranges: busy > BUSY ? ranges : Math.min(DEPTH.most, 2 * ranges), calm: 0 };
}
