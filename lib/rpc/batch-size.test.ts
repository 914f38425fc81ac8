import { expect, test } from 'vitest';
import { createBatchSize } from './batch-size';

/** Sends batches to a node that takes this many calls in one; the sizes that it was sent. */
function send(size: ReturnType<typeof createBatchSize>, allowed: number, count: number): number[] {
  return Array.from({ length: count }, () => {
    const sent = size.current();
    if (sent > allowed) size.refused(sent);
    else size.accepted(sent);
    return sent;
  });
}

test('batches are halved until they are taken, then grow to what was refused', () => {
  const size = createBatchSize(() => 0);
  expect(send(size, 5, 9)).toEqual([100, 50, 25, 12, 6, 3, 4, 5, 5]);
});

test('a node that takes none is asked one by one, and for batches again after minutes', () => {
  const clock = { now: 0 };
  const size = createBatchSize(() => clock.now);
  expect(send(size, 1, 10)).toEqual([100, 50, 25, 12, 6, 3, 1, 2, 1, 1]);
  clock.now = 5 * 60_000 + 1;
  expect(send(size, 100, 3)).toEqual([1, 2, 3]);
});
