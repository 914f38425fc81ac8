import { loadAddresses, loadIndexerState } from '@/lib/api/address/mention-loader';
import { type PresentedAddress, presentAddress } from '@/lib/api/address/present';
import { listRecentAccounts, type RecentAccount } from '@/lib/api/address/recent-account-query';
import type { CallContext } from '@/lib/api/implement';
import type { Database } from '@/lib/db/open-database';

/** Full nodes keep the state of about 128 blocks. */
const STATE_DEPTH = 100;
const MAX_ACCOUNTS = 250;

/** The height to read balances at: the tip while nodes keep its state; null for the latest state. */
export async function findBalanceHeight(db: Database): Promise<number | null> {
  const state = await loadIndexerState(db);
  const tip = state?.tip_number ?? null;
  return tip !== null && (state?.remote_head ?? tip) - tip <= STATE_DEPTH ? tip : null;
}

/** Adds the presented address and its latest balance in wei to each row; undefined where the node lacks it. */
export async function loadBalanced<Row extends Readonly<{ address: Buffer }>>(
  { db, services }: CallContext,
  rows: readonly Row[],
): Promise<{ row: Row; address: PresentedAddress; balance: bigint | undefined }[]> {
  const owners = rows.map(({ address }) => address);
  const [addresses, balances] = await Promise.all([
    loadAddresses(db, owners),
    Promise.all(owners.map((address) => services.coinBalance(db.chainId, address, 'latest'))),
  ]);
  return rows.map((row, at) => ({
    row,
    address: presentAddress(row.address, addresses),
    balance: balances[at],
  }));
}

/** Accounts with their balance in wei, and the number of those that the node lacks. */
export type KnownAccounts = Readonly<{
  accounts: readonly (RecentAccount & { balance: bigint })[];
  unknown: number;
  /** Null for the latest state. */
  height: number | null;
}>;

/** Fetches the balances of recently active accounts from the node. */
export function loadKnownAccounts({ db, services }: CallContext): Promise<KnownAccounts> {
  return services.knownAccounts(String(db.chainId), async () => {
    const [named, height] = await Promise.all([listRecentAccounts(db, MAX_ACCOUNTS), findBalanceHeight(db)]);
    const balances = await Promise.all(
      named.map(({ address }) => services.coinBalance(db.chainId, address, height ?? 'latest')),
    );
    const accounts = named.flatMap((account, at) => {
      const balance = balances[at];
      return balance === undefined ? [] : [{ ...account, balance }];
    });
    return { accounts, unknown: named.length - accounts.length, height };
  });
}
