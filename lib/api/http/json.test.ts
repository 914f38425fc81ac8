import { expect, test } from 'vitest';
import { toJson } from './json';

test('a bigint becomes a number with all its digits', () => {
  const biggest = 2n ** 256n - 1n;
  expect(toJson({ items: [{ inputs: { plaintext: biggest } }], count: 1 })).toBe(
    `{"items":[{"inputs":{"plaintext":${biggest}}}],"count":1}`,
  );
  expect(toJson({ value: -5n, list: [0n] })).toBe('{"value":-5,"list":[0]}');
});

test('without one it is what JSON.stringify gives, hostile text included', () => {
  const body = { name: '\u0000\ud800<script>"\u2028', missing: undefined, none: null, list: [] };
  expect(toJson(body)).toBe(JSON.stringify(body));
  expect(toJson({ ...body, number: 1n })).toBe(JSON.stringify({ ...body, number: 1 }));
});
