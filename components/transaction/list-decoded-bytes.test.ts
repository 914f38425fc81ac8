import { expect, test } from 'vitest';
import { listDecodedBytes } from './list-decoded-bytes';

type Nested = Parameters<typeof listDecodedBytes>[0][number];
const nested = (parameter: string, depth: number): Nested => ({
  ...{ parameter, depth, to: null, source: 'known', declared_inputs: null },
  call: { method_id: '00000000', method_call: 'f()', parameters: [] },
});
const calls = [nested('a', 1), nested('data[0]', 2), nested('x', 3), nested('data[1]', 2), nested('b', 1)];

test('the calls in the arguments of a call are those one deeper, until the next of its own depth', () => {
  expect([...listDecodedBytes(calls)]).toEqual(['a', 'b']);
  expect([...listDecodedBytes(calls, 0)]).toEqual(['data[0]', 'data[1]']);
  expect([...listDecodedBytes(calls, 1)]).toEqual(['x']);
  expect([...listDecodedBytes(calls, 3)]).toEqual([]);
  expect([...listDecodedBytes(calls, 4)]).toEqual([]);
  expect([...listDecodedBytes([])]).toEqual([]);
});
