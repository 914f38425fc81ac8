import { expect, test } from 'vitest';
import { planBatchBlocks, planDepth, planRange } from './plan';

test('a range follows the tip, holds at most a batch, and ends at the last wanted height', () => {
  expect(planRange(-1, 100, 8)).toEqual({ from: 0, to: 7 });
  expect(planRange(95, 100, 8)).toEqual({ from: 96, to: 100 });
  expect(planRange(99, 100, 8)).toEqual({ from: 100, to: 100 });
});

test('nothing is planned at or above the last wanted height', () => {
  expect(planRange(100, 100, 8)).toBeUndefined();
  expect(planRange(101, 100, 8)).toBeUndefined();
});

test('batches grow to twice their length while blocks are light, and shrink at once when they are heavy', () => {
  expect(planBatchBlocks({ blocks: 8, weight: 8 })).toBe(16);
  expect(planBatchBlocks({ blocks: 500, weight: 500 })).toBe(500);
  expect(planBatchBlocks({ blocks: 100, weight: 80_000 })).toBe(10);
  expect(planBatchBlocks({ blocks: 1, weight: 1_000_000 })).toBe(1);
});

test('short ranges that were planned before blocks were known to be light do not shrink the next one', () => {
  expect(planBatchBlocks({ blocks: 8, weight: 8 }, 64)).toBe(64);
  expect(planBatchBlocks({ blocks: 8, weight: 8_000 }, 64)).toBe(8);
});

test('more ranges are prepared while it is the latency of the node that is waited for', () => {
  const wait = { waitedMs: 100, busy: 0.1, isPaced: false };
  const after = (ranges: number, waited = wait) => planDepth({ ranges, calm: 3 }, waited);
  expect([after(2), after(4), after(8)]).toEqual([4, 8, 8].map((ranges) => ({ ranges, calm: 0 })));
  expect(after(4, { ...wait, busy: 0.9 })).toEqual({ ranges: 4, calm: 0 });
  expect(after(4, { ...wait, isPaced: true })).toEqual({ ranges: 3, calm: 0 });
});

test('one range less is prepared only after several rounds without a wait', () => {
  const none = { waitedMs: 1, busy: 0.1, isPaced: false };
  expect(planDepth({ ranges: 8, calm: 3 }, none)).toEqual({ ranges: 8, calm: 4 });
  expect(planDepth({ ranges: 8, calm: 31 }, none)).toEqual({ ranges: 7, calm: 0 });
  expect(planDepth({ ranges: 2, calm: 7 }, none)).toEqual({ ranges: 2, calm: 0 });
});
