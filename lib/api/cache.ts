/** What was loaded for a key, or what `load` gives: calls for a key that is being loaded share one load. */
export type Cache<V> = (key: string, load: () => Promise<V>) => Promise<V>;

/** `isKept` says of a loaded value whether it is remembered at all; every value is when it is not given. */
export type CacheOptions<V> = Readonly<{
  ttlMs: number;
  maxKeys: number;
  isKept?: (value: V) => boolean;
  now?: () => number;
}>;

/**
 * Keeps what was loaded for `ttlMs`; a load that fails is not kept and throws to all who waited for it. What is older
 * is forgotten at the next load, and everything beyond `maxKeys` keys, so that callers cannot fill the memory.
 */
export function createCache<V>(options: CacheOptions<V>): Cache<V> {
  const { isKept = () => true } = options;
  const now = options.now ?? Date.now;
  const entries = new Map<string, { value: Promise<V>; until: number }>();
  return (key, load) => {
    const known = entries.get(key);
    const time = now();
    if (known && known.until > time) return known.value;
    // entries stand in the order in which they end
    for (const [old, { until }] of entries) {
      if (until > time) break;
      entries.delete(old);
    }
    if (entries.size >= options.maxKeys) entries.clear();
    const entry = { value: load(), until: now() + options.ttlMs };
    entries.set(key, entry);
    const forget = () => {
      if (entries.get(key) === entry) entries.delete(key);
    };
    entry.value.then((value) => isKept(value) || forget(), forget);
    return entry.value;
  };
}
