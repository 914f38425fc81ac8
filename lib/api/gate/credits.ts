import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '@/lib/db/open-database';
import { utcDate } from '@/lib/db/utc-date';
import type { Logger } from '@/lib/log';
import type { KeyHolder } from './api-keys';
import { type ChargeLedger, createChargeLedger } from './charge-ledger';
import { PLANS, type Plan } from './plans';
import { type CreditsUsed, deleteWriter, storeCharges, sumCredits } from './usage-query';

/** A call's operation and its price in credits. */
export type PricedCall = Readonly<{ endpointId: string; price: number }>;

/** A reserved price. `settle` returns the remaining credits, -1 when unknown; only its first call counts. */
export type Reservation = Readonly<{ settle(outcome: 'charged' | 'free' | 'uncounted'): number }>;

/** Meters the credits of keys in the database, for all processes. */
export type CreditMeter = Readonly<{
  /** Reserves the price; undefined when the holder has too few credits left. */
  reserve(holder: KeyHolder, call: PricedCall): Promise<Reservation | undefined>;
  stop(): Promise<void>;
}>;

/** Charges reach other processes within twice this time. */
const SYNC_MS = 250;
const MAX_RETRY_MS = 4_000;
const LAST_ATTEMPTS = 3;

/**
 * A meter that stores charges every 250 ms, so a crash loses less than a second of them. While the database fails,
 * charges are held in memory and calls pass. Periods follow `now` (ms) in UTC.
 */
export function createCreditMeter(options: { sql: Sql; log: Logger; now?: () => number }): CreditMeter {
  const { sql, log, now = Date.now } = options;
  const writerId = randomUUID();
  const ledger = createChargeLedger(writerId);
  const accounts = createCreditAccounts({ sql, ledger, log, now });
  const stopping = new AbortController();
  const syncing = syncPeriodically(accounts.sync, { log, signal: stopping.signal });
  return {
    reserve: async (holder, call) => {
      const plan: Plan = PLANS[holder.plan];
      const account = plan.period === 'unlimited' ? undefined : await accounts.open(holder.id);
      const left = () => creditsLeft({ holder, plan, account, ledger }, now());
      const isKnown = account === undefined || account.stored !== undefined;
      if (isKnown && left() - (account?.reserved ?? 0) < call.price) return undefined;
      if (account) account.reserved += call.price;
      let isSettled = false;
      const settle: Reservation['settle'] = (outcome) => {
        if (!isSettled && account) account.reserved -= call.price;
        if (!isSettled && outcome !== 'uncounted') {
          const credits = outcome === 'charged' ? call.price : 0;
          ledger.add({
            keyId: holder.id,
            day: utcDate(now()),
            endpointId: call.endpointId,
            calls: 1,
            credits,
          });
        }
        isSettled = true;
        return left();
      };
      return { settle };
    },
    stop: async () => {
      stopping.abort();
      await syncing;
      if (await storeRemaining(accounts.sync, { ledger, log }))
        await deleteWriter(sql, writerId).catch(() => undefined);
    },
  };
}

function creditsLeft(
  of: { holder: KeyHolder; plan: Plan; account: CreditAccount | undefined; ledger: ChargeLedger },
  now: number,
): number {
  const { holder, plan, account, ledger } = of;
  if (!account) return plan.credits;
  if (!account.stored) return -1;
  const day = utcDate(now);
  const period = plan.period === 'day' ? day : day.slice(0, 'YYYY-MM'.length);
  const stored = plan.period === 'day' ? account.stored.dayCredits : account.stored.monthCredits;
  const used = (account.stored.day.startsWith(period) ? stored : 0) + ledger.unstored(holder.id, period);
  return Math.max(0, plan.credits - used);
}

async function syncPeriodically(
  sync: () => Promise<void>,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<void> {
  let waitMs = SYNC_MS;
  while (!signal.aborted) {
    await delay(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      await sync();
      waitMs = SYNC_MS;
    } catch (error) {
      waitMs = Math.min(2 * waitMs, MAX_RETRY_MS);
      log.error({ error, retryInMs: waitMs }, 'could not store API key usage; retrying');
    }
  }
}

/** Returns whether everything was stored; otherwise logs the lost charges. */
async function storeRemaining(
  sync: () => Promise<void>,
  { ledger, log }: { ledger: ChargeLedger; log: Logger },
): Promise<boolean> {
  for (let attempt = 1; attempt <= LAST_ATTEMPTS; attempt += 1) {
    try {
      while (ledger.batch()) await sync();
      return true;
    } catch (error) {
      log.error({ error, attempt }, 'could not store the last API key usage');
    }
    await delay(SYNC_MS);
  }
  log.error({ charges: ledger.list() }, 'these charges are lost');
  return false;
}

/** Credits of an active key: `stored` is undefined until read; `reserved` is for running calls. */
type CreditAccount = { stored: CreditsUsed | undefined; reserved: number; usedAt: number };

/** The accounts of active keys. */
type CreditAccounts = Readonly<{
  /** Returns a key's account, reading it from the database if necessary. Never throws. */
  open(keyId: string): Promise<CreditAccount>;
  /** Stores the ledger's charges and refreshes all accounts. Throws when the database fails; nothing is lost. */
  sync(): Promise<void>;
}>;

const IDLE_MS = 10_000;

/** Creates the accounts; charges are taken from `ledger`. */
function createCreditAccounts(options: {
  sql: Sql;
  ledger: ChargeLedger;
  log: Logger;
  now: () => number;
}): CreditAccounts {
  const { sql, ledger, now } = options;
  const accounts = new Map<string, CreditAccount>();
  const opening = new Map<string, Promise<CreditAccount>>();
  const load = (keyId: string): Promise<CreditAccount> => {
    const account = readStored(options, keyId).then((stored) => {
      const opened: CreditAccount = { stored, reserved: 0, usedAt: now() };
      accounts.set(keyId, opened);
      opening.delete(keyId);
      return opened;
    });
    opening.set(keyId, account);
    return account;
  };
  const isIdle = (keyId: string, account: CreditAccount) =>
    account.reserved === 0 && now() - account.usedAt > IDLE_MS && ledger.unstored(keyId, '') === 0;
  return {
    open: async (keyId) => {
      const account = accounts.get(keyId);
      if (!account) return opening.get(keyId) ?? load(keyId);
      account.usedAt = now();
      return account;
    },
    sync: async () => {
      for (const [keyId, account] of accounts) if (isIdle(keyId, account)) accounts.delete(keyId);
      const request = { keyIds: [...accounts.keys()], day: utcDate(now()) };
      const batch = ledger.batch();
      if (!batch && request.keyIds.length === 0) return;
      const used = batch ? await storeCharges(sql, batch, request) : await sumCredits(sql, request);
      // No await from here on: at any moment a charge is either in the ledger or in the stored sum.
      if (batch) ledger.confirm();
      for (const keyId of request.keyIds) {
        const account = accounts.get(keyId);
        if (account) account.stored = used.get(keyId);
      }
    },
  };
}

async function readStored(
  { sql, log, now }: { sql: Sql; log: Logger; now: () => number },
  keyId: string,
): Promise<CreditsUsed | undefined> {
  try {
    const used = await sumCredits(sql, { keyIds: [keyId], day: utcDate(now()) });
    return used.get(keyId);
  } catch (error) {
    log.error({ error }, 'could not read the credits of an API key; allowing its calls');
    return undefined;
  }
}
