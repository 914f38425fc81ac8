import { expect, test } from 'vitest';
import { outcomeOf, REVERTED_BY_PARENT } from './call-outcome';

const made = Buffer.alloc(20, 1);

test.each([
  ['stayed', {}, { error: null, created: made }],
  ['is inside one that failed', { isReverted: true }, { error: REVERTED_BY_PARENT, created: null }],
  ['failed itself', { isReverted: true, error: 'out of gas' }, { error: 'out of gas', created: null }],
  ['is a failed transaction', { isReverted: true, depth: 0 }, { error: 'execution reverted', created: null }],
])('a call that %s', (_, changes, outcome) => {
  expect(outcomeOf({ depth: 1, error: null, isReverted: false, createdContract: made, ...changes })).toEqual(
    outcome,
  );
});
