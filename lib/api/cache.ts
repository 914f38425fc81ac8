import { LRUCache } from 'lru-cache';
import { currentGeneration } from '@/lib/db/generation';

/** Returns the cached value of a key or loads it; concurrent calls for one key share a load. */
export type Cache<V> = (key: string, load: () => Promise<V>) => Promise<V>;

/** `isCacheable` decides whether a loaded value is cached; by default every value is. */
export type CacheOptions<V> = Readonly<{
  ttlMs: number;
  maxKeys: number;
  isCacheable?: (value: V) => boolean;
  now?: () => number;
}>;

/** An LRU cache of `maxKeys` entries that live `ttlMs`, but in no other generation. A failed load rejects for all its callers and is not cached. */
export function createCache<V>({ ttlMs, maxKeys, isCacheable, now }: CacheOptions<V>): Cache<V> {
  const clock = now === undefined ? {} : { perf: { now }, ttlResolution: 0 };
  const entries = new LRUCache<string, Promise<V>>({ max: maxKeys, ttl: ttlMs, ...clock });
  let generation = currentGeneration();
  return (key, load) => {
    if (generation !== currentGeneration()) entries.clear();
    generation = currentGeneration();
    const cached = entries.get(key);
    if (cached !== undefined) return cached;
    const loading = load();
    entries.set(key, loading);
    const evict = () => {
      if (entries.peek(key) === loading) entries.delete(key);
    };
    loading.then((value) => isCacheable === undefined || isCacheable(value) || evict(), evict);
    return loading;
  };
}
