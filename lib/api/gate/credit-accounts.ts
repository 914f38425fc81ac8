import type { Sql } from '@/lib/db/open-database';
import { utcDate } from '@/lib/db/utc-date';
import type { Logger } from '@/lib/log';
import { type CreditsUsed, storeCharges, sumCredits } from '@/lib/queries/key-usage';
import type { ChargeLedger } from './charge-ledger';

/** A key in use: what the database holds of it (undefined when it could not be asked yet), and what calls in progress may still cost. */
export type CreditAccount = { stored: CreditsUsed | undefined; reserved: number; usedAt: number };

/** The accounts of the keys that are in use. */
export type CreditAccounts = Readonly<{
  /** The account of a key, read from the database when it was not in use. Never throws. */
  open(keyId: string): Promise<CreditAccount>;
  /** Stores the ledger's charges and reads every account again. Throws when the database fails; nothing is lost then. */
  sync(): Promise<void>;
}>;

/** After this long without a call an account is forgotten: the next call reads it again. */
const IDLE_MS = 10_000;

/** No account yet; charges are taken from `ledger`. */
export function createCreditAccounts(options: {
  sql: Sql;
  ledger: ChargeLedger;
  log: Logger;
  now: () => number;
}): CreditAccounts {
  const { sql, ledger, now } = options;
  const accounts = new Map<string, CreditAccount>();
  const opening = new Map<string, Promise<CreditAccount>>();
  const begin = (keyId: string): Promise<CreditAccount> => {
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
      if (!account) return opening.get(keyId) ?? begin(keyId);
      account.usedAt = now();
      return account;
    },
    sync: async () => {
      for (const [keyId, account] of accounts) if (isIdle(keyId, account)) accounts.delete(keyId);
      const asked = { keyIds: [...accounts.keys()], day: utcDate(now()) };
      const batch = ledger.batch();
      if (!batch && asked.keyIds.length === 0) return;
      const used = batch ? await storeCharges(sql, batch, asked) : await sumCredits(sql, asked);
      // From here nothing waits: a charge is either in the ledger or in what was stored, at every moment.
      if (batch) ledger.confirm();
      for (const keyId of asked.keyIds) {
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
    log.error({ error }, 'the credits of a key could not be read: its calls pass until they can');
    return undefined;
  }
}
