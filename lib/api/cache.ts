import { createBoundedCache, estimateBytes } from '@/lib/bounded-cache';
import { currentGeneration } from '@/lib/db/generation';

/** Returns the cached value of a key or loads it; concurrent calls for one key share a load. */
export type Cache<V> = (key: string, load: () => Promise<V>) => Promise<V>;

/** `name` as metrics call it; `maxBytes` by estimate. `isCacheable` decides whether a loaded value is cached; by default every value is. */
export type CacheOptions<V> = Readonly<{
  name: string;
  ttlMs: number;
  maxKeys: number;
  maxBytes?: number;
  isCacheable?: (value: V) => boolean;
  now?: () => number;
}>;

type Entry<V> = Readonly<{ loading: Promise<V>; bytes: number }>;

const MAX_BYTES = 16 * 1024 * 1024;

/** An LRU cache of `maxKeys` entries that live `ttlMs`, but in no other generation. A failed load rejects for all its callers and is not cached. */
export function createCache<V>(options: CacheOptions<V>): Cache<V> {
  const { isCacheable = () => true, maxBytes = MAX_BYTES, ...bounds } = options;
  const sizeOf = ({ bytes }: Entry<V>) => bytes;
  const entries = createBoundedCache<string, Entry<V>>({ ...bounds, maxBytes, sizeOf });
  let generation = currentGeneration();
  return (key, load) => {
    if (generation !== currentGeneration()) entries.clear();
    generation = currentGeneration();
    const cached = entries.get(key);
    if (cached !== undefined) return cached.loading;
    const loading = load();
    entries.set(key, { loading, bytes: 0 });
    const settle = (bytes: number | undefined) => {
      if (entries.peek(key)?.loading !== loading) return;
      if (bytes === undefined) entries.delete(key);
      else entries.set(key, { loading, bytes }, { noUpdateTTL: true });
    };
    loading.then(
      (value) => settle(isCacheable(value) ? estimateBytes(value) : undefined),
      () => settle(undefined),
    );
    return loading;
  };
}
