import { expect, test } from 'vitest';
import { createBoundedCache, estimateBytes, listCaches } from './bounded-cache';

const figuresOf = (name: string) => listCaches().find((cache) => cache.name === name);

test('a cache never holds more than its bytes, whatever is put in', () => {
  const cache = createBoundedCache<string, Buffer>({ name: 'of_bytes', maxBytes: 10_000 });
  for (let at = 0; at < 1_000; at += 1) {
    cache.set(`key ${at}`, Buffer.alloc((at * 37) % 3_000));
    expect(figuresOf('of_bytes')?.bytes).toBeLessThanOrEqual(10_000);
  }
  expect(cache.has('key 999')).toBe(true);
  expect(figuresOf('of_bytes')).toMatchObject({ maxBytes: 10_000, entries: cache.size });
  cache.set('too large', Buffer.alloc(10_001));
  expect(cache.has('too large')).toBe(false);
  expect(cache.size).toBeGreaterThan(0);
});

test('caches of one name are summed up', () => {
  const caches = [1, 2].map((at) =>
    createBoundedCache<number, string>({ name: 'twice', maxBytes: 1_000 * at }),
  );
  for (const cache of caches) cache.set(1, 'value');
  expect(figuresOf('twice')).toMatchObject({ maxBytes: 3_000, entries: 2 });
});

test.each([
  ['text', 'x'.repeat(1_000), 1_000],
  ['bytes', Buffer.alloc(5_000), 5_000],
  ['what is in lists and objects', [{ data: Buffer.alloc(700) }, { data: 'y'.repeat(300) }], 1_000],
  ['what is in maps', new Map([['key', new Set(['z'.repeat(2_000)])]]), 2_000],
  ['more parts than are looked at', Array.from({ length: 100_000 }, () => 'a'.repeat(84)), 9_900_000],
])('%s is estimated by its size', (_, value, bytes) => {
  expect(estimateBytes(value)).toBeGreaterThanOrEqual(bytes);
  expect(estimateBytes(value)).toBeLessThan(1.5 * bytes + 500);
});

test('a value that holds itself is estimated once', () => {
  const ring: { text: string; self?: object } = { text: 'x'.repeat(100) };
  ring.self = ring;
  expect(estimateBytes(ring)).toBeLessThan(500);
});
