import { expect, test } from 'vitest';
import { beginGeneration } from '@/lib/db/generation';
import { createCache } from './cache';

test('one load serves all who ask while it is fresh', async () => {
  let now = 1_000;
  let loads = 0;
  const cache = createCache<number>({ name: 'test', ttlMs: 100, maxKeys: 10, now: () => now });
  const load = async () => ++loads;
  expect(await Promise.all([cache('a', load), cache('a', load)])).toEqual([1, 1]);
  now = 1_100;
  expect(await cache('a', load)).toBe(1);
  now = 1_101;
  expect(await cache('a', load)).toBe(2);
});

test('a load that fails is tried again at once', async () => {
  const cache = createCache<string>({ name: 'test', ttlMs: 100, maxKeys: 10, now: () => 1_000 });
  await expect(cache('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await cache('a', async () => 'yes')).toBe('yes');
});

test('more keys than allowed forget the one that was used longest ago', async () => {
  const cache = createCache<string>({ name: 'test', ttlMs: 100, maxKeys: 2, now: () => 1_000 });
  for (const key of ['a', 'b', 'c']) await cache(key, async () => key);
  expect(await cache('c', async () => 'loaded again')).toBe('c');
  expect(await cache('a', async () => 'loaded again')).toBe('loaded again');
});

test('what has ended makes room', async () => {
  let now = 1_000;
  const cache = createCache<string>({ name: 'test', ttlMs: 100, maxKeys: 2, now: () => now });
  await cache('a', async () => 'a');
  now = 1_060;
  await cache('b', async () => 'b');
  now = 1_101;
  await cache('c', async () => 'c');
  expect(await cache('b', async () => 'loaded again')).toBe('b');
  expect(await cache('a', async () => 'loaded again')).toBe('loaded again');
});

test('a value that is not to be kept is loaded again', async () => {
  const cache = createCache<string | undefined>({
    name: 'test',
    ttlMs: 100,
    maxKeys: 2,
    isCacheable: (value) => value !== undefined,
  });
  expect(await cache('a', async () => undefined)).toBeUndefined();
  expect(await cache('a', async () => 'now')).toBe('now');
  expect(await cache('a', async () => 'later')).toBe('now');
});

test('what was loaded before a chain began again is of no use after it, also what was still loading', async () => {
  const cache = createCache<string>({ name: 'test', ttlMs: 100, maxKeys: 2, now: () => 1_000 });
  await cache('a', async () => 'old');
  const loading = cache('b', async () => 'old');
  beginGeneration();
  expect(await loading).toBe('old');
  expect(await cache('a', async () => 'new')).toBe('new');
  expect(await cache('b', async () => 'new')).toBe('new');
});

test('what is loaded counts, so that few large values are kept and many small ones', async () => {
  const cache = createCache<Buffer>({
    name: 'test',
    ttlMs: 100,
    maxKeys: 10,
    maxBytes: 5_000,
    now: () => 1_000,
  });
  const load = (bytes: number) => async () => Buffer.alloc(bytes);
  for (const key of ['a', 'b', 'c']) await cache(key, load(2_000));
  expect(await cache('c', load(1))).toHaveLength(2_000);
  expect(await cache('a', load(1))).toHaveLength(1);
  await cache('huge', load(6_000));
  expect(await cache('huge', load(1))).toHaveLength(1);
});
