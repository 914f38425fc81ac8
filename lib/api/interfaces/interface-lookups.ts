import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import { listLookupsDue, storeLookup } from '@/lib/api/contract/query';
import { createBoundedCache } from '@/lib/bounded-cache';
import { currentGeneration } from '@/lib/db/generation';
import type { OpenChain } from '@/lib/db/open-database';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import type { Logger } from '@/lib/log';
import type { FindVerified } from './sourcify';

/** Looks up contracts without a known ABI. Resolves when done or after a second; never rejects. */
export type LookUp = (chainId: number, addresses: readonly (Buffer | null)[]) => Promise<void>;

type Options = Readonly<{ openChain: OpenChain; find: FindVerified; log: Logger }>;

const MAX_WAIT_MS = 1_000;
const MAX_CONCURRENT = 2;
const MAX_RUNNING = 500;
/** Unverified contracts may have been verified since. */
const RETRY_HOURS = 24;
/** How long this process skips checking whether a lookup is due. */
const CACHED_MS = 10 * 60_000;
const MAX_CACHED = 50_000;
const COOLDOWN_MS = 60_000;

/** Looks each contract up at most once a day, few at a time, and stores the results. */
export function createInterfaceLookups(options: Options): LookUp {
  const running = new Map<string, Promise<void>>();
  const seen = createBoundedCache<string, true>({
    ...{ name: 'looked_up_contracts', maxBytes: 400 * MAX_CACHED, maxKeys: MAX_CACHED, ttlMs: CACHED_MS },
  });
  const limit = pLimit(MAX_CONCURRENT);
  const state = { coolsUntil: 0 };
  const start = (chainId: number, address: Buffer): Promise<void> | undefined => {
    const key = `${currentGeneration()}/${chainId}/${bufferToHex(address)}`;
    const known = running.get(key);
    if (known) return known;
    if (seen.has(key) || running.size >= MAX_RUNNING || state.coolsUntil > performance.now())
      return undefined;
    seen.set(key, true);
    const attempt = async () => {
      try {
        // another lookup may have failed while this one was queued
        if (state.coolsUntil > performance.now()) seen.delete(key);
        else await lookUpOne(options, chainId, address);
      } catch (error) {
        seen.delete(key);
        state.coolsUntil = performance.now() + COOLDOWN_MS;
        options.log.warn({ error, chain: chainId }, 'could not look up the sources of a contract');
      }
    };
    const lookup = limit(attempt).finally(() => running.delete(key));
    running.set(key, lookup);
    return lookup;
  };
  return async (chainId, addresses) => {
    const unique = new Set(addresses.flatMap((address) => (address ? [bufferToHex(address)] : [])));
    const lookups = [...unique].flatMap((address) => start(chainId, hexToBuffer(address)) ?? []);
    if (lookups.length === 0) return;
    await Promise.race([Promise.all(lookups), delay(MAX_WAIT_MS, undefined, { ref: false })]);
  };
}

async function lookUpOne({ openChain, find }: Options, chainId: number, address: Buffer): Promise<void> {
  const db = openChain(chainId);
  const [due] = await listLookupsDue(db, [address], RETRY_HOURS);
  if (due) await storeLookup(db, address, await find(chainId, address));
}
