import type { Sql } from '@/lib/db/open-database';
import { utcDate } from '@/lib/db/utc-date';
import type { Logger } from '@/lib/log';
import type { ChargeLedger } from './charge-ledger';
import { type CreditsUsed, storeCharges, sumCredits } from './usage-query';

/** Credits of an active key: `stored` is undefined until read; `reserved` is for running calls. */
export type CreditAccount = { stored: CreditsUsed | undefined; reserved: number; usedAt: number };

/** The accounts of active keys. */
export type CreditAccounts = Readonly<{
  /** Returns a key's account, reading it from the database if necessary. Never throws. */
  open(keyId: string): Promise<CreditAccount>;
  /** Stores the ledger's charges and refreshes all accounts. Throws when the database fails; nothing is lost. */
  sync(): Promise<void>;
}>;

const IDLE_MS = 10_000;

/** Creates the accounts; charges are taken from `ledger`. */
export function createCreditAccounts(options: {
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
