/** Heights that are worked on together, both included. */
export type Range = Readonly<{ from: number; to: number }>;

const MAX_BLOCKS = 500;
/** What a batch may weigh: transactions and logs count 1, a kilobyte of their data 1. */
const TARGET_WEIGHT = 8_000;
/** Nothing more is fetched for a batch that weighs this much. */
export const MAX_WEIGHT = 2 * TARGET_WEIGHT;
const GROWTH = 2;

/** How many blocks the first batch has. */
export const INITIAL_BATCH_BLOCKS = 8;

/** The heights after `tip` that are worked on next, up to `last`; undefined when there are none. */
export function planRange(tip: number, last: number, batchBlocks: number): Range | undefined {
  return tip >= last ? undefined : { from: tip + 1, to: Math.min(last, tip + batchBlocks) };
}

/**
 * How many blocks the next batch should have, so that it weighs about the target: at most twice as many as the last
 * one, and at once fewer when blocks get heavy.
 */
export function planBatchBlocks(last: { blocks: number; weight: number }): number {
  const wanted = Math.floor((TARGET_WEIGHT * last.blocks) / Math.max(1, last.weight));
  return Math.max(1, Math.min(wanted, last.blocks * GROWTH, MAX_BLOCKS));
}
