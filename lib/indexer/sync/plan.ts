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

/** The size of the next batch for the target weight: grows at most twofold, shrinks at once when blocks get heavy. */
export function planBatchBlocks(last: { blocks: number; weight: number }): number {
  const wanted = Math.floor((TARGET_WEIGHT * last.blocks) / Math.max(1, last.weight));
  return Math.max(1, Math.min(wanted, last.blocks * GROWTH, MAX_BLOCKS));
}
