import { expect, test } from 'vitest';
import { formatJson } from './json';

test('is the JSON of the value, integers with all their digits', () => {
  const value = { a: 1, b: [true, null, 'x'], c: {}, d: [], left_out: undefined };
  expect(formatJson(value)).toBe(JSON.stringify(value, null, 2));
  expect(formatJson({ plaintext: 2n ** 256n - 1n })).toContain((2n ** 256n - 1n).toString());
});

test('escapes what would hide or turn text, and stays JSON', () => {
  const text = 'a\u0000\u202eb\u200b';
  expect(formatJson(text)).toBe('"a\\u0000\\u202eb\\u200b"');
  expect(JSON.parse(formatJson(text))).toBe(text);
});

test('is cut at its bound', () => {
  const long = Array.from({ length: 100_000 }, (_, index) => index);
  const text = formatJson(long, 500);
  expect(text.length).toBe(501);
  expect(text.endsWith('…')).toBe(true);
});
