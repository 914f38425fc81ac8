import { setTimeout as delay } from 'node:timers/promises';
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
const AT_ONCE = 2;
const MOST_WAITING = 500;
/** What was not found may have been verified since. */
const RETRY_HOURS = 24;
/** What this process was asked about it does not ask the database for again so soon. */
const REMEMBERED_MS = 10 * 60_000;
const MOST_REMEMBERED = 50_000;
/** After a failure the service is left alone for a while. */
const REST_MS = 60_000;

/** Asks for every contract at most once a day, few at a time, and keeps what comes in the database. */
export function createInterfaceLookups(options: Options): LookUp {
  const running = new Map<string, Promise<void>>();
  const remembered = new Map<string, number>();
  const slots = createSlots(AT_ONCE);
  const state = { restsUntil: 0 };
  const start = (chainId: number, address: Buffer): Promise<void> | undefined => {
    const key = `${chainId}/${bufferToHex(address)}`;
    const known = running.get(key);
    if (known) return known;
    const now = Date.now();
    const isDone = (remembered.get(key) ?? 0) > now;
    if (isDone || running.size >= MOST_WAITING || state.restsUntil > now) return undefined;
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(key, now + REMEMBERED_MS);
    const attempt = async () => {
      try {
        // others may have failed while this one waited for its turn
        if (state.restsUntil > Date.now()) remembered.delete(key);
        else await lookUpOne(options, chainId, address);
      } catch (error) {
        remembered.delete(key);
        state.restsUntil = Date.now() + REST_MS;
        options.log.warn({ error, chain: chainId }, 'could not look up the sources of a contract');
      }
    };
    const lookup = slots(attempt).finally(() => running.delete(key));
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

/** Runs no more than so many at once, the others in their order. */
function createSlots(most: number) {
  const waiting: (() => void)[] = [];
  let free = most;
  return async (work: () => Promise<void>): Promise<void> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
