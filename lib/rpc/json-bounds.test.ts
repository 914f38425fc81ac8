import { expect, test } from 'vitest';
import { requireBounded } from './json-bounds';

const check = (text: string, maxDepth = 3) => requireBounded(Buffer.from(text), maxDepth);

test('nesting up to the limit passes, one more does not', () => {
  expect(() => check('[{"a":[1,2]},{"b":[]}]')).not.toThrow();
  expect(() => check('[{"a":[[]]}]')).toThrow('nested deeper than 3');
});

test('brackets inside strings are text, whatever is escaped in them, at any length', () => {
  for (const length of [0, 31, 32, 33, 100]) {
    const text = `${'x'.repeat(length)}[[[[{{{{`;
    const strings = [text, `${text}"`, `${text}\\`, `\\"${text}\\\\`, `"${text}"`];
    for (const string of strings) {
      expect(() => check(JSON.stringify([string, string]))).not.toThrow();
      expect(() => check(`${JSON.stringify([string]).slice(0, -1)},[[[1]]]]`)).toThrow('nested deeper');
    }
  }
});

test('a string without an end is left to the parser', () => {
  expect(() => check('["[[[[[[')).not.toThrow();
  expect(() => check('["\\')).not.toThrow();
});

test('values that are nothing but punctuation are too many', () => {
  expect(() => check(`[${'{},'.repeat(9_000)}{}]`)).toThrow('too many values');
  expect(() => check(`[${'{"a":1,"b":2},'.repeat(9_000)}{}]`)).toThrow('too many values');
  expect(() => check(`[${'"0x1234567890",'.repeat(50_000)}1]`)).not.toThrow();
  // what an access list has most of
  const change = '{"index":"0x1","value":"0x1"}';
  expect(() => check(`[${`${change},`.repeat(50_000)}${change}]`)).not.toThrow();
});

test("places of deep calls are no bomb: Parity's form has all of them with each call", () => {
  const places = (depth: number) => Array.from({ length: depth }, () => 0);
  const calls = Array.from({ length: 1_024 }, (_, depth) => ({
    action: { callType: 'call', from: `0x${'11'.repeat(20)}`, to: `0x${'22'.repeat(20)}`, input: '0x' },
    traceAddress: places(depth),
  }));
  expect(() => check(JSON.stringify(calls), 5)).not.toThrow();
});
