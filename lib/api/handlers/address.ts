import type { z } from 'zod';
import {
  getAddress,
  getAddressCounters,
  getAddressTabsCounters,
  listAddressTransactions,
} from '@/lib/endpoints/address';
import { hexToBuffer } from '@/lib/evm/hex';
import { countAddressEntries, findAddresses, getAddressInfo } from '@/lib/queries/address';
import { findIndexerState } from '@/lib/queries/indexer-state';
import { countAddressInternals } from '@/lib/queries/internal-transaction';
import { listSortedTransactions, type SortKey } from '@/lib/queries/sorted-transaction';
import { findTokens } from '@/lib/queries/token';
import { listAddressTransactions as queryTransactions } from '@/lib/queries/transaction';
import { countAddressWithdrawals } from '@/lib/queries/withdrawal';
import { invalid, Refusal } from '../http/answer';
import { type Context, implement } from '../implement';
import { loadAddressBook } from '../loaders/mentions';
import { presentPendingRows, readPending } from '../loaders/pending-transaction';
import { cutPage, PAGE_SIZE } from '../paging';
import { presentAddressInfo, presentGasUsage } from '../present/address';
import { presentToken } from '../present/token';
import { positionOf, presentRows } from './transaction';

/** Where the counts of tabs stop: one more than a page. */
const MOST_COUNTED = 51;
/** Of so many transactions an address has its list sorted by value or fee. */
const MOST_SORTED = 1_000;
const TOO_MANY_TO_SORT = {
  pointer: 'sort',
  detail: `Only block_number for an address of more than ${MOST_SORTED} transactions`,
};
/** Full nodes keep the state of about the newest 128 blocks. */
const STATE_DEPTH = 100;

/** GET /addresses/{address}. */
export const addressOperation = implement(getAddress, async ({ params, ...context }) => {
  const { db } = context;
  const address = hexToBuffer(params.address_hash_param);
  const [row, addresses, [token], entries, withdrawals, balance] = await Promise.all([
    getAddressInfo(db, address),
    loadAddressBook(db, [address]),
    findTokens(db, [address]),
    countAddressEntries(db, address, 1),
    countAddressWithdrawals(db, address, 1),
    readBalance(context, address),
  ]);
  void context.services.lookUp(db.chainId, [
    address,
    addresses.get(address.toString('hex'))?.implementation ?? null,
  ]);
  return presentAddressInfo(row, {
    address,
    addresses,
    token: token ? presentToken(token) : null,
    entries: { ...entries, withdrawals },
    ...balance,
  });
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
  const [row, entries, calls, withdrawals, state] = await Promise.all([
    getAddressInfo(db, address),
    countAddressEntries(db, address, MOST_COUNTED),
    countAddressInternals(db, address, MOST_COUNTED),
    countAddressWithdrawals(db, address, MOST_COUNTED),
    findIndexerState(db),
  ]);
  return {
    transactions_count: Math.min(row.transactions, MOST_COUNTED),
    token_transfers_count: Math.min(row.token_transfers, MOST_COUNTED),
    token_balances_count: entries.tokens,
    logs_count: entries.logs,
    validations_count: Math.min(row.blocks, MOST_COUNTED),
    internal_transactions_count: state?.has_traces ? calls : null,
    withdrawals_count: withdrawals,
  };
});

/** GET /addresses/{address}/transactions. */
export const addressTransactionsOperation = implement(
  listAddressTransactions,
  async ({ params, query, ...context }) => {
    const address = hexToBuffer(params.address_hash_param);
    if (query.sort === 'value' || query.sort === 'fee')
      return presentSorted(context, address, { ...query, sort: query.sort });
    const size = Number(query.items_count ?? PAGE_SIZE);
    const role = query.filter;
    const before = positionOf(query);
    // those that wait come before all that are mined
    const isOldestFirst = query.order === 'asc';
    const waiting =
      before || isOldestFirst
        ? { shown: [], next: null }
        : await readPending(context.db, query, { size, of: { address, role } });
    const pending = await presentPendingRows(context, waiting.shown);
    if (waiting.next) return { items: pending, next_page_params: waiting.next };
    const room = size - pending.length;
    const rows = await queryTransactions(context.db, address, {
      role,
      before,
      limit: room + 1,
      isOldestFirst,
    });
    const { shown, last } = cutPage(rows, room);
    return {
      items: [...pending, ...(await presentRows(context, shown))],
      next_page_params: last
        ? { block_number: last.block_number, index: last.index, items_count: size }
        : null,
    };
  },
);

type SortedQuery = z.output<typeof listAddressTransactions.query> & Readonly<{ sort: SortKey }>;

/** Mined transactions by value or fee. No index has that order: an address that has many is refused. */
async function presentSorted(context: Context, address: Buffer, query: SortedQuery) {
  const { db } = context;
  const { transactions } = await getAddressInfo(db, address);
  if (transactions > MOST_SORTED) return new Refusal(invalid([TOO_MANY_TO_SORT]));
  const size = Number(query.items_count ?? PAGE_SIZE);
  const place = positionOf(query);
  const sortedBy = query[query.sort];
  const rows = await listSortedTransactions(db, address, {
    key: query.sort,
    role: query.filter,
    after: place && sortedBy !== undefined ? { ...place, sortedBy: String(sortedBy) } : undefined,
    limit: size + 1,
    isLeastFirst: query.order === 'asc',
  });
  const { shown, last } = cutPage(rows, size);
  const next = last && { block_number: last.block_number, index: last.index, items_count: size };
  return {
    items: await presentRows(context, shown),
    next_page_params: next
      ? query.sort === 'value'
        ? { ...next, value: last.sorted_by }
        : { ...next, fee: last.sorted_by }
      : null,
  };
}

/** The balance at the indexed tip, while nodes still have that state, else on the newest one. */
async function readBalance({ db, services }: Context, address: Buffer) {
  const state = await findIndexerState(db);
  const tip = state?.tip_number ?? null;
  const isRecent = tip !== null && (state?.remote_head ?? tip) - tip <= STATE_DEPTH;
  const balanceHeight = isRecent ? tip : null;
  const balance = await services.coinBalance(db.chainId, address, balanceHeight ?? 'latest');
  return { balance, balanceHeight };
}
