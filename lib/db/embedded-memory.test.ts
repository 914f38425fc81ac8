import { expect, test } from 'vitest';
import { memoryBytes, sharedBuffersMb } from './embedded-memory';

const GB = 1_024 ** 3;

test('shared buffers are an eighth of the memory, within bounds, and half of it at each further attempt', () => {
  expect([GB / 4, GB, 4 * GB, 64 * GB].map((memory) => sharedBuffersMb(memory, 1))).toEqual([
    64, 128, 512, 1_024,
  ]);
  expect([1, 2, 3, 4, 5].map((attempt) => sharedBuffersMb(64 * GB, attempt))).toEqual([
    1_024, 512, 256, 128, 64,
  ]);
});

test('the memory is at most what this machine has', () => {
  expect(memoryBytes()).toBeGreaterThan(GB / 8);
  expect(memoryBytes()).toBeLessThan(2 ** 50);
});
