import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { AbiEvent, AbiFunction } from 'viem';
import type { Sql } from '@/lib/db/open-database';
import type { AbiError } from '@/lib/evm/abi';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { parseSignature } from '@/lib/evm/parse-signature';
import { eventKey, type Signatures } from '@/lib/evm/signatures';
import type { Logger } from '@/lib/log';
import { IMPORTED, listKeysDue, listSignatures, pruneLookedUp, storeLookedUp } from '@/lib/queries/signature';
import { type FetchSignatures, MAX_KEYS } from './signature-service';

/** Names of selectors and topics beyond the built-in ones, as far as they were learned. */
export type LearnedNames = Readonly<{
  /** Imported ones, then fetched ones; they fill while the process runs, up to a bound. */
  signatures: readonly Signatures[];
  /**
   * Reads the names of keys in lower-case hex; those of `named`, which have one, are not fetched. Resolves when they are
   * known, or after 300 ms; never rejects.
   */
  learn(keys: readonly string[], named?: readonly string[]): Promise<void>;
}>;

type Options = Readonly<{
  sql: Sql;
  log: Logger;
  /** Undefined: names are only imported. */
  fetch?: FetchSignatures | undefined;
  waitMs?: number;
  /** After this a key is read again. */
  knownMs?: number;
}>;

const WAIT_MS = 300;
/** How many keys this process remembers, also those without a name. */
const MAX_KNOWN = 20_000;
/** After this an import or another process's lookup is noticed. */
const KNOWN_MS = 10 * 60_000;
/** Of one request; a page with more has the names of the others at the next one. */
const MAX_WANTED = 500;
/** Of all requests, waiting for the service. */
const MAX_QUEUED = 2_000;
const MAX_CONCURRENT = 2;
const COOLDOWN_MS = 60_000;
/** A name that was unknown may have been added since. */
const RETRY_DAYS = 7;
const RETENTION = { days: 30, most: 500_000 };
const PRUNE_MS = 60 * 60_000;
const SELECTOR_BYTES = 4;

/** Learns no names. */
export const NO_NAMES_LEARNED: LearnedNames = { signatures: [], learn: async () => undefined };

/** Reads names from the database, and those that it lacks from a service, at most once a week for a key. */
export function createLearnedNames(options: Options): LearnedNames {
  const [imported, fetched] = [createSource(), createSource()];
  const warn = warnAtTimes(options.log, 'could not read the names of selectors; said once a minute');
  const running = new Map<string, Promise<void>>();
  const known = new LRUCache<string, true>({
    max: MAX_KNOWN,
    ttl: options.knownMs ?? KNOWN_MS,
    dispose: (_, key) => {
      imported.remove(key);
      fetched.remove(key);
    },
  });
  const request = createRequests(options, {
    add: fetched.add,
    forget: (key) => known.delete(key),
  });

  const load = async (keys: readonly Buffer[], unnamed: ReadonlySet<string>) => {
    const rows = await listSignatures(options.sql, keys);
    for (const key of keys.map(bufferToHex)) {
      known.set(key, true);
      // names of an expired key stay until here
      imported.remove(key);
      fetched.remove(key);
    }
    for (const { key, signature, source } of rows)
      (source === IMPORTED ? imported : fetched).add(bufferToHex(key), signature);
    const named = new Set(rows.map(({ key }) => bufferToHex(key)));
    await request(keys.filter((key) => !named.has(bufferToHex(key)) && unnamed.has(bufferToHex(key))));
  };
  const start = (keys: readonly string[], unnamed: ReadonlySet<string>) => {
    const done = load(keys.map(hexToBuffer), unnamed)
      .catch((error: unknown) => {
        for (const key of keys) known.delete(key);
        warn(error);
      })
      .finally(() => {
        for (const key of keys) running.delete(key);
      });
    for (const key of keys) running.set(key, done);
  };
  return {
    signatures: [imported.signatures, fetched.signatures],
    learn: async (unnamed, alsoNamed = []) => {
      const wanted = [...unnamed, ...alsoNamed];
      const unknown = [...new Set(wanted)].filter((key) => !known.has(key)).slice(0, MAX_WANTED);
      const fresh = unknown.filter((key) => !running.has(key));
      if (fresh.length > 0) start(fresh, new Set(unnamed));
      const waits = new Set(wanted.flatMap((key) => running.get(key) ?? []));
      if (waits.size === 0) return;
      await Promise.race([Promise.all(waits), delay(options.waitMs ?? WAIT_MS, undefined, { ref: false })]);
    },
  };
}

/** Warns of an error unless it did in the last minute. */
function warnAtTimes(log: Logger, text: string): (error: unknown) => void {
  const state = { nextAt: 0 };
  return (error) => {
    if (state.nextAt > Date.now()) return;
    state.nextAt = Date.now() + COOLDOWN_MS;
    log.warn({ error }, text);
  };
}

type Results = Readonly<{ add(key: string, signature: string): void; forget(key: string): void }>;

/** Requests to the service, in batches; none for a minute after it did not answer. */
function createRequests({ sql, fetch, log }: Options, { add, forget }: Results) {
  const limit = pLimit(MAX_CONCURRENT);
  const state = { coolsUntil: 0, queued: 0, prunesAt: Date.now() + PRUNE_MS };
  const isCooling = () => state.coolsUntil > Date.now();
  const forgetAll = (keys: readonly Buffer[]) => {
    for (const key of keys) forget(bufferToHex(key));
  };
  const requestBatch = async (keys: readonly Buffer[], find: FetchSignatures) => {
    // one that failed before this batch's turn was logged
    if (isCooling()) return forgetAll(keys);
    try {
      const names = await find(keys);
      await storeLookedUp(sql, keys, names);
      for (const { key, signature } of names) add(bufferToHex(key), signature);
      if (state.prunesAt > Date.now()) return;
      state.prunesAt = Date.now() + PRUNE_MS;
      await pruneLookedUp(sql, RETENTION);
    } catch (error) {
      forgetAll(keys);
      if (isCooling()) return;
      state.coolsUntil = Date.now() + COOLDOWN_MS;
      log.warn({ error }, 'could not look up the names of selectors; the next try is in a minute');
    }
  };
  return async (keys: readonly Buffer[]) => {
    if (fetch === undefined || keys.length === 0) return;
    if (isCooling()) return forgetAll(keys);
    const due = await listKeysDue(sql, keys, RETRY_DAYS);
    const taken = due.slice(0, Math.max(0, MAX_QUEUED - state.queued));
    forgetAll(due.slice(taken.length));
    state.queued += taken.length;
    const batches = Array.from({ length: Math.ceil(taken.length / MAX_KEYS) }, (_, at) =>
      taken.slice(at * MAX_KEYS, (at + 1) * MAX_KEYS),
    );
    await Promise.all(batches.map((batch) => limit(() => requestBatch(batch, fetch))));
    state.queued -= taken.length;
  };
}

/** Learned signatures of one source. */
function createSource() {
  const functions = new Map<string, AbiFunction[]>();
  const events = new Map<string, AbiEvent[]>();
  const errors = new Map<string, AbiError[]>();
  const signatures: Signatures = { functions, events, errors, isLearned: true };
  return {
    signatures,
    add: (key: string, text: string) => {
      const signature = parseSignature(text);
      if (signature === undefined) return;
      const { name, inputs } = signature;
      if (hexToBuffer(key).length !== SELECTOR_BYTES) {
        push(events, eventKey(key, 0), { type: 'event', name, inputs });
        return;
      }
      push(functions, key, { type: 'function', name, inputs, outputs: [], stateMutability: 'nonpayable' });
      push(errors, key, { type: 'error', name, inputs });
    },
    remove: (key: string) => {
      functions.delete(key);
      events.delete(eventKey(key, 0));
      errors.delete(key);
    },
  };
}

function push<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  map.set(key, [...(map.get(key) ?? []), item]);
}
