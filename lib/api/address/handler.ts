import type { z } from 'zod';
import {
  findBalanceHeight,
  type KnownAccounts,
  loadCoinBalances,
  loadKnownAccounts,
} from '@/lib/api/coin-balance/loader';
import { countCoinTransfers } from '@/lib/api/coin-transfer/query';
import { listAcls } from '@/lib/api/fhe-deployment/query';
import { countAccess } from '@/lib/api/fhe-handle/account-query';
import { mayHoldUnknown } from '@/lib/api/holding/unknown-balance-query';
import { type CallContext, implement } from '@/lib/api/implement';
import { findIndexerState } from '@/lib/api/indexing-status/query';
import { countAddressInternals } from '@/lib/api/internal-transaction/query';
import { hasAll } from '@/lib/api/lists/cursors';
import { readPage } from '@/lib/api/lists/implement-list';
import { presentPriceSource } from '@/lib/api/price/present';
import { presentToken } from '@/lib/api/token/present';
import { findTokens } from '@/lib/api/token/query';
import { countAddressWithdrawals } from '@/lib/api/withdrawal/query';
import {
  getAddress,
  getAddressCounters,
  getAddressTabsCounters,
  listAddresses,
} from '@/lib/endpoints/address';
import { bufferToAddress, hexToBuffer } from '@/lib/evm/hex';
import { message } from '@/lib/messages/message';
import { loadAddresses, loadAddressesOf, loadIndexerState } from './mention-loader';
import { presentAddress, presentAddressInfo, presentGasUsage } from './present';
import { countAddressEntries, findAddresses, getAddressInfo } from './query';
import { refuseUnindexedContract } from './unindexed-loader';

/** Counts of tabs are capped here: one more than a page. */
const MAX_COUNTED = 51;

/** GET /addresses/{address}. */
export const addressOperation = implement(getAddress, async ({ params, ...context }) => {
  const { db } = context;
  const address = hexToBuffer(params.address_hash_param);
  const [row, addresses, [token], entries, unknown, withdrawals, balance] = await Promise.all([
    getAddressInfo(db, address),
    loadAddresses(db, [address]),
    findTokens(db, [address]),
    countAddressEntries(db, address, 1),
    mayHoldUnknown(db, address),
    countAddressWithdrawals(db, address, 1),
    readBalance(context, address),
  ]);
  const creators = row.creator === null ? undefined : await loadAddresses(db, [row.creator]);
  void context.services.ensNames.want(db.chainId, address);
  void context.services.lookUp(db.chainId, [
    address,
    ...(addresses.get(address.toString('hex'))?.implementations.map((run) => run.address) ?? []),
  ]);
  const info = presentAddressInfo(row, {
    address,
    addresses: new Map([...(creators ?? []), ...addresses]),
    token: token ? presentToken(token) : null,
    entries: { ...entries, withdrawals, hasUnknownTokens: unknown.moved },
    ...balance,
  });
  const isUnknown =
    !info.is_contract && (await refuseUnindexedContract(context, address, 'all')) !== undefined;
  return isUnknown ? { ...info, is_contract: null } : info;
});

/** GET /addresses/{address}/counters. */
export const addressCountersOperation = implement(getAddressCounters, async ({ db, params }) => {
  const address = hexToBuffer(params.address_hash_param);
  const [row, [known]] = await Promise.all([getAddressInfo(db, address), findAddresses(db, [address])]);
  return {
    transactions_count: String(row.transactions),
    token_transfers_count: String(row.token_transfers),
    gas_usage_count: presentGasUsage(row, known?.is_contract ?? false),
    validations_count: String(row.blocks),
  };
});

/** GET /addresses/{address}/tabs-counters. */
export const addressTabsCountersOperation = implement(getAddressTabsCounters, async ({ db, params }) => {
  const address = hexToBuffer(params.address_hash_param);
  const [row, entries, unknown, calls, withdrawals, coins, rights, state] = await Promise.all([
    getAddressInfo(db, address),
    countAddressEntries(db, address, MAX_COUNTED),
    mayHoldUnknown(db, address),
    countAddressInternals(db, address, MAX_COUNTED),
    countAddressWithdrawals(db, address, MAX_COUNTED),
    countCoinTransfers(db, address, MAX_COUNTED),
    listAcls(db).then((acls) => countAccess(db, address, { acls, limit: MAX_COUNTED })),
    findIndexerState(db),
  ]);
  return {
    transactions_count: Math.min(row.transactions, MAX_COUNTED),
    token_transfers_count: Math.min(row.token_transfers, MAX_COUNTED),
    token_balances_count: entries.tokens === 0 && (unknown.moved || unknown.isLate) ? null : entries.tokens,
    logs_count: entries.logs,
    validations_count: Math.min(row.blocks, MAX_COUNTED),
    internal_transactions_count: state?.has_traces ? calls : null,
    withdrawals_count: withdrawals,
    coin_transfers_count: coins,
    fhe_access_count: rights,
  };
});

/** The balance at the tip while nodes keep its state, else the latest one. */
async function readBalance(context: CallContext, address: Buffer) {
  const balanceHeight = await findBalanceHeight(context.db);
  const [loaded] = await loadCoinBalances(context, [address], balanceHeight);
  return { balance: loaded?.balance, isBalanceProven: loaded?.isProven ?? false, balanceHeight };
}

type Account = KnownAccounts['accounts'][number];
type Position = Omit<Account, 'isProven'>;
type ListQuery = z.output<typeof listAddresses.query>;

/** GET /addresses. */
export const addressesOperation = implement(listAddresses, async (call) => {
  const known = await loadKnownAccounts(call);
  const compare = orderOf(call.query);
  const sorted = known.accounts.toSorted(compare);
  const page = await readPage(call, {
    cursor: byBalance,
    read: async (_, { after, limit }: { after: Position | undefined; limit: number }) =>
      sorted.filter((account) => after === undefined || compare(account, after) > 0).slice(0, limit),
    present: async ({ db }, rows) => {
      const addresses = await loadAddressesOf(db, rows, ({ address }) => address);
      return rows.map(({ address, balance, isProven, transactions }) => ({
        ...presentAddress(address, addresses),
        coin_balance: String(balance),
        is_coin_balance_proven: isProven,
        block_number_balance_updated_at: known.height,
        transactions_count: String(transactions),
      }));
    },
  });
  const price = (await loadIndexerState(call.db))?.coin_price ?? null;
  return {
    ...page,
    exchange_rate: price?.price ?? null,
    exchange_rate_source: presentPriceSource(price),
    total_supply: null,
    meta: describeKnown(known),
  };
});

const byBalance = {
  position: (query: ListQuery): Position | undefined =>
    hasAll(query, 'fetched_coin_balance', 'transactions_count', 'hash')
      ? {
          address: hexToBuffer(query.hash),
          balance: query.fetched_coin_balance,
          transactions: Number(query.transactions_count),
        }
      : undefined,
  next: ({ address, balance, transactions }: Position, items_count: number) => ({
    fetched_coin_balance: String(balance),
    transactions_count: String(transactions),
    hash: bufferToAddress(address),
    items_count,
  }),
};

/** Negative when the first account comes before the other. */
function orderOf({ sort, order }: ListQuery): (one: Position, other: Position) => number {
  const direction = order === 'asc' ? 1 : -1;
  const keyOf = ({ balance, transactions }: Position) =>
    sort === 'transactions_count' ? transactions : balance;
  return (one, other) => {
    const [key, otherKey] = [keyOf(one), keyOf(other)];
    if (key !== otherKey) return key < otherKey ? -direction : direction;
    return direction * one.address.compare(other.address);
  };
}

function describeKnown({ accounts, unknown, height }: KnownAccounts) {
  if (accounts.length === 0 && unknown > 0)
    return { status: 'unavailable', ...message('balance_timeout') } as const;
  const params = { count: accounts.length, block: height ?? 'latest', unknown };
  return { status: 'partial', ...message('accounts_ranked_in_part', params) } as const;
}
