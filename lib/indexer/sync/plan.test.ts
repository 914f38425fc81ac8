import { expect, test } from 'vitest';
import { planBatchBlocks, planRange } from './plan';

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
