import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { openDatabase, type Sql } from '@/lib/db/open-database';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import type { Logger } from '@/lib/log';
import { listLookupsDue, storeLookup } from '@/lib/queries/contract';
import type { FindVerified } from './sourcify';

/**
 * Has contracts looked up that nobody knows the interface of. Resolves when these are done, at the latest after a
 * moment; never rejects, and need not be waited for.
 */
export type LookUp = (chainId: number, addresses: readonly (Buffer | null)[]) => Promise<void>;

type Options = Readonly<{ sql: Sql; find: FindVerified; log: Logger }>;

const PATIENCE_MS = 1_000;
const MAX_CONCURRENT = 2;
const MAX_RUNNING = 500;
/** What was not found may have been verified since. */
const RETRY_HOURS = 24;
/** For so long this process does not read from the database again whether a contract is due. */
const CACHED_MS = 10 * 60_000;
const MAX_CACHED = 50_000;
/** After a failure. */
const COOLDOWN_MS = 60_000;

/** Asks for every contract at most once a day, few at a time, and keeps what comes in the database. */
export function createInterfaceLookups(options: Options): LookUp {
  const running = new Map<string, Promise<void>>();
  const seen = new LRUCache<string, true>({ max: MAX_CACHED, ttl: CACHED_MS });
  const limit = pLimit(MAX_CONCURRENT);
  const state = { coolsUntil: 0 };
  const start = (chainId: number, address: Buffer): Promise<void> | undefined => {
    const key = `${chainId}/${bufferToHex(address)}`;
    const known = running.get(key);
    if (known) return known;
    if (seen.has(key) || running.size >= MAX_RUNNING || state.coolsUntil > Date.now()) return undefined;
    seen.set(key, true);
    const attempt = async () => {
      try {
        // others may have failed while this one waited for its turn
        if (state.coolsUntil > Date.now()) seen.delete(key);
        else await lookUpOne(options, chainId, address);
      } catch (error) {
        seen.delete(key);
        state.coolsUntil = Date.now() + COOLDOWN_MS;
        options.log.warn({ error, chain: chainId }, 'could not look up the sources of a contract');
      }
    };
    const lookup = limit(attempt).finally(() => running.delete(key));
    running.set(key, lookup);
    return lookup;
  };
  return async (chainId, addresses) => {
    const asked = new Set(addresses.flatMap((address) => (address ? [bufferToHex(address)] : [])));
    const lookups = [...asked].flatMap((address) => start(chainId, hexToBuffer(address)) ?? []);
    if (lookups.length === 0) return;
    await Promise.race([Promise.all(lookups), delay(PATIENCE_MS, undefined, { ref: false })]);
  };
}

async function lookUpOne({ sql, find }: Options, chainId: number, address: Buffer): Promise<void> {
  const db = openDatabase(sql, chainId);
  const [due] = await listLookupsDue(db, [address], RETRY_HOURS);
  if (due) await storeLookup(db, address, await find(chainId, address));
}
