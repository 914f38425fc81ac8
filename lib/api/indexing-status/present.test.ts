import { expect, test } from 'vitest';
import { stateRow } from '@/test/support/rows';
import { presentDevelopment, presentIndexingProgress, presentIndexProof, presentSpeed } from './present';

test.each([
  ['nothing was indexed yet', undefined, { tip: null, head: null, isFollowing: false }],
  ['only the head is known', { remote_head: 9 }, { tip: null, head: 9, isFollowing: false }],
  ['block 0 is all there is', { tip_number: 0, remote_head: 0 }, { tip: 0, head: 0, isFollowing: true }],
  ['five blocks behind', { tip_number: 5, remote_head: 10 }, { tip: 5, head: 10, isFollowing: true }],
  ['six blocks behind', { tip_number: 4, remote_head: 10 }, { tip: 4, head: 10, isFollowing: false }],
  ['the node is unknown', { tip_number: 4 }, { tip: 4, head: 4, isFollowing: true }],
  [
    'indexing ends before the head',
    { tip_number: 4, remote_head: 99, end_block: 4 },
    { tip: 4, head: 4, isFollowing: true },
  ],
  [
    'the node has fewer blocks than are wanted',
    { tip_number: 2, remote_head: 3, end_block: 50 },
    { tip: 2, head: 3, isFollowing: true },
  ],
])('%s', (_name, changes, expected) => {
  expect(presentIndexingProgress(changes && stateRow(changes))).toEqual(expected);
});

const NOW = Date.UTC(2030, 0, 1);
const measured = {
  ...{ only_row: true, measured_at: NOW - 1_000, blocks: 25, elapsed_ms: 2_000 },
  held_back_by: 'node' as const,
};

test('an index on its way to the head has a speed, what holds it back, and a time left', () => {
  const behind = presentIndexingProgress(stateRow({ tip_number: 100, remote_head: 1_350 }));
  expect(presentSpeed(behind, measured, NOW)).toEqual({
    ...{ blocks_per_second: 12.5, held_back_by: 'node', seconds_left: 100 },
    measured_at: '2029-12-31T23:59:59.000000Z',
  });
  // it has stopped, or not begun
  expect(presentSpeed(behind, measured, NOW + 600_000)).toBeNull();
  expect(presentSpeed(behind, undefined, NOW)).toBeNull();
  const near = presentIndexingProgress(stateRow({ tip_number: 100, remote_head: 104 }));
  expect(presentSpeed(near, measured, NOW)).toBeNull();
});

test('a chain of a development node tells when it began again or went back, any other nothing', () => {
  const present = (development: Parameters<typeof presentDevelopment>[0]['development']) =>
    presentDevelopment(stateRow({ development }));
  expect(present(null)).toBeNull();
  expect(present({ reset_at: null, reset_to: null })).toEqual({ reset_at: null, reset_to: null });
  const reset_at = Date.UTC(2030, 0, 1);
  expect(present({ reset_at, reset_to: 0 })).toEqual({
    reset_at: '2030-01-01T00:00:00.000000Z',
    reset_to: 0,
  });
});

test('a newer header outweighs what is known of the chain so far', () => {
  const proven = { blocks: 5, from: 3, to: 7 };
  const told = { proven_blocks_count: 5, proven_from: 3, proven_to: 7 };
  const state = stateRow({ proof_status: 'provable' });
  expect(presentIndexProof(state, proven)).toEqual({ status: 'provable', reason: null, ...told });
  const newer = { newer_header_since: 8, newer_header_fields: ['later'], newer_header_version: '0.4.0' };
  expect(presentIndexProof({ ...state, ...newer }, proven)).toEqual({
    status: 'unprovable',
    reason: 'this chain has a newer header than version 0.4.0 knows (later): upgrade',
    ...{ code: 'newer_header', params: { version: '0.4.0', fields: 'later' } },
    ...told,
  });
});
