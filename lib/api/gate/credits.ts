import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '@/lib/db/open-database';
import { utcDate } from '@/lib/db/utc-date';
import type { Logger } from '@/lib/log';
import { deleteWriter } from '@/lib/queries/key-usage';
import type { KeyHolder } from './api-keys';
import { type ChargeLedger, createChargeLedger } from './charge-ledger';
import { type CreditAccount, createCreditAccounts } from './credit-accounts';
import { PLANS, type Plan } from './plans';

/** A call that may be charged: the operation (its endpoint's id) and its price. */
export type PricedCall = Readonly<{ endpointId: string; price: number }>;

/**
 * The price of a call, set aside until its answer is known. `settle` says whether the call costs its price, is counted
 * at no cost, or is not counted, and returns the credits that are left: -1 when that is not known. Only the first
 * counts.
 */
export type Reservation = Readonly<{ settle(outcome: 'charged' | 'free' | 'uncounted'): number }>;

/** What keys have used, kept in the database for all processes. */
export type CreditMeter = Readonly<{
  /** Sets the price aside; undefined when the holder has fewer credits left in this period. */
  reserve(holder: KeyHolder, call: PricedCall): Promise<Reservation | undefined>;
  /** Stores what is not stored yet, and ends. */
  stop(): Promise<void>;
}>;

/** Twice this passes at most until the charges of one process count in another: well below a second. */
const SYNC_MS = 250;
const LONGEST_WAIT_MS = 4_000;
const LAST_ATTEMPTS = 3;

/**
 * A meter over the database. Charges are counted here at once and stored a few times a second, so that a killed
 * process loses less than a second of them; as often it learns what other processes have charged. While the database
 * fails, charges are kept and calls pass. Periods follow `now` (ms), in UTC.
 */
export function createCreditMeter(options: { sql: Sql; log: Logger; now?: () => number }): CreditMeter {
  const { sql, log, now = Date.now } = options;
  const writerId = randomUUID();
  const ledger = createChargeLedger(writerId);
  const accounts = createCreditAccounts({ sql, ledger, log, now });
  const stopping = new AbortController();
  const syncing = keepSynced(accounts.sync, { log, signal: stopping.signal });
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
      if (await storeRest(accounts.sync, { ledger, log }))
        await deleteWriter(sql, writerId).catch(() => undefined);
    },
  };
}

/** Never below 0, which plans made smaller and other processes could lead to: -1 says that the number is not known. */
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

async function keepSynced(
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
      waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
      log.error(
        { error, retryInMs: waitMs },
        'the usage of keys could not be stored: it is kept, and tried again',
      );
    }
  }
}

/** True when everything is stored. What a failing database does not take in the end is written to the log. */
async function storeRest(
  sync: () => Promise<void>,
  { ledger, log }: { ledger: ChargeLedger; log: Logger },
): Promise<boolean> {
  for (let attempt = 1; attempt <= LAST_ATTEMPTS; attempt += 1) {
    try {
      while (ledger.batch()) await sync();
      return true;
    } catch (error) {
      log.error({ error, attempt }, 'the last usage of keys could not be stored');
    }
    await delay(SYNC_MS);
  }
  log.error({ charges: ledger.list() }, 'these charges are lost');
  return false;
}
