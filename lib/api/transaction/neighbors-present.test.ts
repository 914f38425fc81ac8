import { expect, test } from 'vitest';
import { presentNeighbors } from './neighbors-present';

test('neighbors are hashes, null where there is none', () => {
  const none = { previous_of_sender: null, next_of_sender: null, previous_in_block: null };
  expect(presentNeighbors({ ...none, next_in_block: Buffer.from('ab', 'hex') })).toEqual({
    ...none,
    next_in_block: '0xab',
  });
});
