import { LRUCache } from 'lru-cache';

/** What was loaded for a key, or what `load` gives: calls for a key that is being loaded share one load. */
export type Cache<V> = (key: string, load: () => Promise<V>) => Promise<V>;

/** `isKept` says whether a loaded value is cached at all; all are when it is not given. */
export type CacheOptions<V> = Readonly<{
  ttlMs: number;
  maxKeys: number;
  isKept?: (value: V) => boolean;
  now?: () => number;
}>;

/**
 * Caches what was loaded for `ttlMs`, of at most `maxKeys` keys. A load that fails is not cached and throws to all who
 * waited for it.
 */
export function createCache<V>({ ttlMs, maxKeys, isKept, now }: CacheOptions<V>): Cache<V> {
  const clock = now === undefined ? {} : { perf: { now }, ttlResolution: 0 };
  const entries = new LRUCache<string, Promise<V>>({ max: maxKeys, ttl: ttlMs, ...clock });
  return (key, load) => {
    const cached = entries.get(key);
    if (cached !== undefined) return cached;
    const loading = load();
    entries.set(key, loading);
    const forget = () => {
      if (entries.peek(key) === loading) entries.delete(key);
    };
    loading.then((value) => isKept === undefined || isKept(value) || forget(), forget);
    return loading;
  };
}
