import { listBalancesBefore } from '@/lib/api/access-list/query';
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

/** A balance in wei; undefined where neither access lists nor the node have it. `isProven`: by lists of proven blocks. */
export type LoadedBalance = Readonly<{ balance: bigint | undefined; isProven: boolean }>;

/**
 * The coin balances of addresses after a block, null for the latest state: from access lists where they have them, so that
 * only others are fetched from the node.
 */
export async function loadCoinBalances(
  { db, services }: Pick<CallContext, 'db' | 'services'>,
  addresses: readonly Buffer[],
  height: number | null,
): Promise<LoadedBalance[]> {
  const listed = height === null ? [] : await listBalancesBefore(db, addresses, height + 1);
  return Promise.all(
    addresses.map(async (address, at): Promise<LoadedBalance> => {
      const known = listed[at] ?? null;
      if (known !== null) return { balance: known, isProven: true };
      const balance = await services.coinBalance(db.chainId, address, height ?? 'latest');
      return { balance, isProven: false };
    }),
  );
}

/** Adds the presented address and its latest balance in wei to each row; undefined where the node lacks it. */
export async function loadBalanced<Row extends Readonly<{ address: Buffer }>>(
  context: CallContext,
  rows: readonly Row[],
): Promise<{ row: Row; address: PresentedAddress; balance: bigint | undefined }[]> {
  const owners = rows.map(({ address }) => address);
  const [addresses, balances] = await Promise.all([
    loadAddresses(context.db, owners),
    findBalanceHeight(context.db).then((height) => loadCoinBalances(context, owners, height)),
  ]);
  return rows.map((row, at) => ({
    row,
    address: presentAddress(row.address, addresses),
    balance: balances[at]?.balance,
  }));
}

/** Accounts with their balance in wei, and the number of those that neither access lists nor the node have. */
export type KnownAccounts = Readonly<{
  accounts: readonly (RecentAccount & { balance: bigint; isProven: boolean })[];
  unknown: number;
  /** Null for the latest state. */
  height: number | null;
}>;

/** Loads the balances of recently active accounts. */
export function loadKnownAccounts({ db, services }: CallContext): Promise<KnownAccounts> {
  return services.knownAccounts(String(db.chainId), async () => {
    const [named, height] = await Promise.all([listRecentAccounts(db, MAX_ACCOUNTS), findBalanceHeight(db)]);
    const owners = named.map(({ address }) => address);
    const balances = await loadCoinBalances({ db, services }, owners, height);
    const accounts = named.flatMap((account, at) => {
      const { balance, isProven = false } = balances[at] ?? {};
      return balance === undefined ? [] : [{ ...account, balance, isProven }];
    });
    return { accounts, unknown: named.length - accounts.length, height };
  });
}
