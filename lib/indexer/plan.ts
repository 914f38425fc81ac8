/** Heights that are worked on together, both included. */
export type Range = Readonly<{ from: number; to: number }>;

/** What is known of both sides. `tip` is the last stored height, undefined for an empty index. */
export type PlanInput = Readonly<{
  firstBlock: number;
  endBlock: number | undefined;
  tip: number | undefined;
  head: number;
  batchBlocks: number;
}>;

const MOST_BLOCKS = 500;
/** What a batch may weigh: transactions and logs count 1, a kilobyte of their data 1. */
const TARGET_WEIGHT = 8_000;
const GROWTH = 2;

/** How many blocks the first batch has. */
export const INITIAL_BATCH_BLOCKS = 8;

/** The next heights to index, or undefined when everything wanted is stored. */
export function planRange({ firstBlock, endBlock, tip, head, batchBlocks }: PlanInput): Range | undefined {
  const from = tip === undefined ? firstBlock : tip + 1;
  const last = endBlock === undefined ? head : Math.min(head, endBlock);
  return from > last ? undefined : { from, to: Math.min(last, from + batchBlocks - 1) };
}

/**
 * How many blocks the next batch should have, so that it weighs about the target: at most twice as many as the last
 * one, and at once fewer when blocks get heavy.
 */
export function planBatchBlocks(last: { blocks: number; weight: number }): number {
  const wanted = Math.floor((TARGET_WEIGHT * last.blocks) / Math.max(1, last.weight));
  return Math.max(1, Math.min(wanted, last.blocks * GROWTH, MOST_BLOCKS));
}
