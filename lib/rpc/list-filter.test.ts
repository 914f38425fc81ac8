import { expect, test } from 'vitest';
import { createListFilter, type ListOptions } from './list-filter';
import { AnswerTooLargeError } from './rpc-error';

const ITEMS = [
  { op: 'PUSH1', error: 'a "]}" \\\\ in a text' },
  { op: 'ADD', stack: ['1', '2'], storage: {} },
];
const RESPONSE = JSON.stringify({ id: 1, result: { failed: false, logs: ITEMS, gas: 3 } });

/** Reads a text in chunks: what is kept, and the items that were taken. */
function read(text: string, size: number, options: Partial<ListOptions> = {}) {
  const taken: unknown[] = [];
  const filter = createListFilter({
    ...{ name: 'logs', maxBytes: 1_000, maxItemBytes: 100, maxMs: 60_000 },
    take: (item) => taken.push(item) > 0,
    ...options,
  });
  let kept = '';
  for (let at = 0; at < text.length && !filter.isDone(); at += size)
    kept += filter.push(Buffer.from(text.slice(at, at + size))).toString();
  return { kept, taken, isDone: filter.isDone() };
}

test.each([1, 2, 7, 1_000])('items are taken out of chunks of %i bytes', (size) => {
  expect(read(RESPONSE, size)).toEqual({
    ...{ kept: JSON.stringify({ id: 1, result: { failed: false, logs: [], gas: 3 } }), taken: ITEMS },
    isDone: false,
  });
});

test('a response without the list is kept as it is', () => {
  const text = JSON.stringify({ id: 1, error: { code: -32_000, message: 'no "logs"' } });
  expect(read(text, 5)).toEqual({ kept: text, taken: [], isDone: false });
});

test.each([
  ['enough is taken', { take: () => false }],
  ['it is too long', { maxBytes: 80 }],
  ['it takes too long', { maxMs: -1 }],
])('the list ends early when %s', (_, options) => {
  const { kept, isDone } = read(RESPONSE, 10, options);
  expect(isDone).toBe(true);
  expect(JSON.parse(kept)).toEqual({ id: 1, result: { failed: false, logs: [] } });
});

test('an item without end is refused, and so is one that nests deeply; what is no JSON is none', () => {
  expect(() => read(RESPONSE, 10, { maxItemBytes: 20 })).toThrow(AnswerTooLargeError);
  expect(() => read(`{"logs":[${'['.repeat(5)}${']'.repeat(5)}]}`, 9)).toThrow(AnswerTooLargeError);
  expect(read('{"logs":[{op}]}', 9).taken).toEqual([undefined]);
});
