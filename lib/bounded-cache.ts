import { LRUCache } from 'lru-cache';

/** What a cache holds and may hold, in estimated bytes. */
export type CacheFigures = Readonly<{ name: string; bytes: number; maxBytes: number; entries: number }>;

type Value = Exclude<unknown, undefined | null> & {};
type Options<K, V> = Readonly<{
  /** As metrics call it: lower case, words joined by `_`. Caches of one name are summed up. */
  name: string;
  maxBytes: number;
  maxKeys?: number;
  ttlMs?: number;
  now?: (() => number) | undefined;
  /** Bytes of a value; estimated without. */
  sizeOf?: (value: V, key: K) => number;
}>;

type Counted = Readonly<{ size: number; calculatedSize: number; maxSize: number }>;

/** By name; not held, so that a cache ends with what uses it. */
const caches = new Map<string, Set<WeakRef<Counted>>>();
/** Of the key, the list of the latest used, and the time to live of an entry. */
const ENTRY_BYTES = 100;

/** An LRU cache that holds at most `maxBytes`; what is larger is not kept. `listCaches` has its figures. */
export function createBoundedCache<K extends string | number, V extends Value>({
  name,
  maxBytes,
  maxKeys,
  ttlMs,
  now,
  sizeOf = estimateBytes,
}: Options<K, V>): LRUCache<K, V> {
  const cache = new LRUCache<K, V>({
    maxSize: maxBytes,
    sizeCalculation: (value, key) => ENTRY_BYTES + estimateBytes(key) + Math.ceil(sizeOf(value, key)),
    ...(maxKeys === undefined ? {} : { max: maxKeys }),
    ...(ttlMs === undefined ? {} : { ttl: ttlMs }),
    ...(now === undefined ? {} : { perf: { now }, ttlResolution: 0 }),
  });
  caches.set(name, (caches.get(name) ?? new Set()).add(new WeakRef(cache)));
  return cache;
}

/** The figures of all caches of this process, by name. */
export function listCaches(): CacheFigures[] {
  return [...caches].sort().map(([name, references]) => {
    const figures = { name, bytes: 0, maxBytes: 0, entries: 0 };
    for (const reference of references) {
      const cache = reference.deref();
      if (cache === undefined) references.delete(reference);
      figures.bytes += cache?.calculatedSize ?? 0;
      figures.maxBytes += cache?.maxSize ?? 0;
      figures.entries += cache?.size ?? 0;
    }
    return figures;
  });
}

const OBJECT_BYTES = 32;
const FIELD_BYTES = 16;
const BUFFER_BYTES = 100;
/** Parts that are looked at; a larger value counts as if the rest were like them. */
const MAX_PARTS = 5_000;

/** An estimate of the memory that a value takes, in bytes: of plain objects, lists, maps, sets, buffers and what is in them. */
export function estimateBytes(value: unknown): number {
  const open: unknown[] = [value];
  const seen = new Set<object>();
  let bytes = 0;
  let parts = 0;
  for (let part = open.pop(); parts < MAX_PARTS; part = open.pop()) {
    parts += 1;
    bytes += ownBytes(part);
    if (typeof part === 'object' && part !== null && !ArrayBuffer.isView(part) && !seen.has(part)) {
      seen.add(part);
      for (const inner of partsOf(part)) open.push(inner);
    }
    if (open.length === 0) break;
  }
  return Math.ceil((bytes * (parts + open.length)) / parts);
}

function ownBytes(part: unknown): number {
  if (typeof part === 'string') return FIELD_BYTES + part.length;
  if (ArrayBuffer.isView(part)) return BUFFER_BYTES + part.byteLength;
  return typeof part === 'object' || typeof part === 'function' ? OBJECT_BYTES : FIELD_BYTES;
}

function partsOf(part: object): Iterable<unknown> {
  if (part instanceof Map) return [...part.keys(), ...part.values()];
  return Array.isArray(part) || part instanceof Set ? part : Object.values(part);
}
