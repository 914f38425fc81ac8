import { expect, test } from 'vitest';
import { mapConcurrent } from './map-concurrent';

test('results keep the order of the items, and no more than the limit run at once', async () => {
  let running = 0;
  let most = 0;
  const results = await mapConcurrent([3, 1, 2, 0], 2, async (item) => {
    running += 1;
    most = Math.max(most, running);
    for (let turn = 0; turn < item; turn++) await Promise.resolve();
    running -= 1;
    return item * 10;
  });
  expect(results).toEqual([30, 10, 20, 0]);
  expect(most).toBe(2);
});

test('after a failure nothing is started, and the failure is thrown when what runs has ended', async () => {
  const started: number[] = [];
  let hasEnded = false;
  const work = mapConcurrent([0, 1, 2, 3], 2, async (item) => {
    started.push(item);
    if (item === 0) throw new Error('the first');
    await new Promise((resolve) => setImmediate(resolve));
    hasEnded = true;
    return item;
  });
  await expect(work).rejects.toThrow('the first');
  expect(started).toEqual([0, 1]);
  expect(hasEnded).toBe(true);
});
