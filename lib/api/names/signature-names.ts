import { setTimeout as delay } from 'node:timers/promises';
import type { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { AbiFunction } from 'viem';
import { createBoundedCache, estimateBytes } from '@/lib/bounded-cache';
import type { Sql } from '@/lib/db/open-database';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { type KeyNames, NO_NAMES, readNames } from '@/lib/evm/name-lookups';
import type { StoredName } from '@/lib/evm/name-sources';
import { BUILT_IN, eventKey } from '@/lib/evm/signatures';
import type { Logger } from '@/lib/log';
import { listKeysDue, listSignatures, pruneLookedUp, storeLookedUp } from './query';
import { type FetchSignatures, MAX_KEYS } from './signature-service';

/** Names of selectors and topics beyond the built-in ones: shipped, imported and fetched, read by key and kept. */
export type SignatureNames = Readonly<{
  /** For one request. */
  open(): NameReader;
  /** The imported and fetched functions that this process has loaded, by selector. */
  lookedUpFunctions(): ReadonlyMap<string, readonly AbiFunction[]>;
}>;

/** Names by keys in lower-case hex. */
type NameReader = Readonly<{
  /** Cached names; stale ones are refreshed in the background. */
  find(key: string): KeyNames | undefined;
  /** Reads names, and fetches those of keys without any, for at most 300 ms a request. Never rejects. */
  load(keys: readonly string[]): Promise<ReadonlyMap<string, KeyNames>>;
  /** The same names as they are stored. */
  list(keys: readonly string[]): Promise<(StoredName & { key: string })[]>;
}>;

type Options = Readonly<{
  sql: Sql;
  log: Logger;
  /** Undefined: names are shipped or imported. */
  fetch?: FetchSignatures | undefined;
  waitMs?: number;
  /** Age after which a key is read again. */
  knownMs?: number;
}>;

type Entry = { readonly stored: readonly StoredName[]; readonly readAt: number; names?: KeyNames };
/** `read` resolves once stored names are loaded, `done` once missing ones were requested from the service. */
type PendingRead = Readonly<{ read: Promise<void>; done: Promise<void> }>;

const WAIT_MS = 300;
/** Keys cached by this process, including those without a name. */
const MAX_KNOWN = 20_000;
const MAX_KNOWN_BYTES = 32 * 1024 * 1024;
/** What is parsed of a name on demand takes several times its text. */
const PARSED_TIMES = 5;
/** Time until an import or another process's lookup takes effect. */
const KNOWN_MS = 10 * 60_000;
/** Sent to the service for one request; a page with more has the names of the others at the next one. */
const MAX_WANTED = 500;
/** Of all requests, waiting for the service. */
const MAX_QUEUED = 2_000;
const MAX_CONCURRENT = 2;
const COOLDOWN_MS = 60_000;
/** A name that was unknown may have been added since. */
const RETRY_DAYS = 7;
const RETENTION = { days: 30, most: 500_000 };
const PRUNE_MS = 60 * 60_000;

/** Reads names from the database, and those that it lacks from a service, at most once a week for a key. */
export function createSignatureNames(options: Options): SignatureNames {
  const { waitMs = WAIT_MS, knownMs = KNOWN_MS } = options;
  const { known, running, start } = createReadings(options);
  const old = new Set<string>();
  const refresh = () => {
    start([...old].filter((key) => !running.has(key)));
    old.clear();
  };
  const find = (key: string) => {
    const entry = known.get(key);
    if (entry === undefined) return undefined;
    if (entry.readAt + knownMs < performance.now() && !running.has(key)) {
      if (old.size === 0) setImmediate(refresh);
      old.add(key);
    }
    return namesOf(key, entry);
  };
  const open = (): NameReader => {
    const until = performance.now() + waitMs;
    const wait = async (keys: readonly string[]) => {
      start(keys.filter((key) => !known.has(key) && !running.has(key)));
      const readings = [...new Set(keys.flatMap((key) => running.get(key) ?? []))];
      await Promise.all(readings.map(({ read }) => read));
      if (options.fetch === undefined || readings.length === 0) return;
      const done = Promise.all(readings.map((one) => one.done));
      await Promise.race([done, delay(until - performance.now(), undefined, { ref: false })]);
    };
    return {
      find,
      load: async (keys) => {
        await wait(keys);
        return new Map(keys.map((key) => [key, find(key) ?? NO_NAMES]));
      },
      list: async (keys) => {
        await wait(keys);
        return keys.flatMap((key) => known.get(key)?.stored.map((name) => ({ key, ...name })) ?? []);
      },
    };
  };
  return { open, lookedUpFunctions: () => listLookedUp(known) };
}

/** Names that were read, the latest used ones, and what is being read. */
function createReadings(options: Options) {
  const warn = warnAtTimes(options.log, 'could not read the names of selectors; said once a minute');
  const running = new Map<string, PendingRead>();
  const known = createBoundedCache<string, Entry>({
    ...{ name: 'signature_names', maxBytes: MAX_KNOWN_BYTES, maxKeys: MAX_KNOWN },
    sizeOf: ({ stored }) => PARSED_TIMES * estimateBytes(stored),
  });
  const fetchNames = createRequests(options, {
    add: (key, signature) => {
      const { stored = [], readAt = performance.now() } = known.get(key) ?? {};
      known.set(key, { stored: [...stored, { signature, source: 'fetched' }], readAt });
    },
    forget: (keys) => {
      for (const key of keys) known.delete(bufferToHex(key));
    },
  });
  /** Those without a name, which a service may have. */
  const read = async (keys: readonly string[]): Promise<Buffer[]> => {
    const stored = new Map<string, StoredName[]>(keys.map((key) => [key, []]));
    for (const { key, ...name } of await listSignatures(options.sql, keys.map(hexToBuffer)))
      stored.get(bufferToHex(key))?.push(name);
    const readAt = performance.now();
    for (const [key, names] of stored) known.set(key, { stored: names, readAt });
    return keys.filter((key) => stored.get(key)?.length === 0 && !isBuiltIn(key)).map(hexToBuffer);
  };
  const start = (keys: readonly string[]) => {
    if (keys.length === 0) return;
    const unnamed = read(keys);
    const done = unnamed
      .then(fetchNames)
      .catch(warn)
      .finally(() => {
        for (const key of keys) running.delete(key);
      });
    const reading = { read: unnamed.then(ignore, ignore), done };
    for (const key of keys) running.set(key, reading);
  };
  return { known, running, start };
}

const ignore = () => undefined;

/** A key whose name is built in is not sent to a service. */
function isBuiltIn(key: string): boolean {
  const { functions, errors, events } = BUILT_IN;
  return (
    functions.has(key) || errors.has(key) || [0, 1, 2, 3].some((count) => events.has(eventKey(key, count)))
  );
}

/** The names of an entry, parsed once. */
function namesOf(key: string, entry: Entry): KeyNames {
  entry.names ??= readNames(key, entry.stored);
  return entry.names;
}

function listLookedUp(known: LRUCache<string, Entry>): Map<string, AbiFunction[]> {
  const found = new Map<string, AbiFunction[]>();
  for (const [key, entry] of known.entries()) {
    if (!entry.stored.some(({ source }) => source !== 'shipped')) continue;
    const { imported, fetched } = namesOf(key, entry);
    const items = [imported, fetched].flatMap(({ functions }) => functions.get(key) ?? []);
    if (items.length > 0) found.set(key, items);
  }
  return found;
}

/** Logs an error at most once a minute. */
function warnAtTimes(log: Logger, text: string): (error: unknown) => void {
  const state = { nextAt: 0 };
  return (error) => {
    if (state.nextAt > performance.now()) return;
    state.nextAt = performance.now() + COOLDOWN_MS;
    log.warn({ error }, text);
  };
}

type LookupResults = Readonly<{
  add(key: string, signature: string): void;
  forget(keys: readonly Buffer[]): void;
}>;

/** Requests to the service, in batches; none for a minute after it did not answer. */
function createRequests({ sql, fetch, log }: Options, { add, forget }: LookupResults) {
  const limit = pLimit(MAX_CONCURRENT);
  const state = { coolsUntil: 0, queued: 0, prunesAt: performance.now() + PRUNE_MS };
  const isCooling = () => state.coolsUntil > performance.now();
  const requestBatch = async (keys: readonly Buffer[], find: FetchSignatures) => {
    // one that failed before this batch's turn was logged
    if (isCooling()) return forget(keys);
    try {
      const names = await find(keys);
      await storeLookedUp(sql, keys, names);
      for (const { key, signature } of names) add(bufferToHex(key), signature);
      if (state.prunesAt > performance.now()) return;
      state.prunesAt = performance.now() + PRUNE_MS;
      await pruneLookedUp(sql, RETENTION);
    } catch (error) {
      forget(keys);
      if (isCooling()) return;
      state.coolsUntil = performance.now() + COOLDOWN_MS;
      log.warn({ error }, 'could not look up the names of selectors; retrying in a minute');
    }
  };
  const listDue = async (keys: readonly Buffer[]) => {
    try {
      return await listKeysDue(sql, keys, RETRY_DAYS);
    } catch (error) {
      forget(keys);
      throw error;
    }
  };
  return async (keys: readonly Buffer[]) => {
    if (fetch === undefined || keys.length === 0) return;
    if (isCooling()) return forget(keys);
    const due = await listDue(keys);
    const taken = due.slice(0, Math.min(MAX_WANTED, Math.max(0, MAX_QUEUED - state.queued)));
    forget(due.slice(taken.length));
    state.queued += taken.length;
    const batches = Array.from({ length: Math.ceil(taken.length / MAX_KEYS) }, (_, at) =>
      taken.slice(at * MAX_KEYS, (at + 1) * MAX_KEYS),
    );
    await Promise.all(batches.map((batch) => limit(() => requestBatch(batch, fetch))));
    state.queued -= taken.length;
  };
}
