import type { z } from 'zod';
import { getAddressInfo } from '@/lib/api/address/query';
import { invalid, Refusal } from '@/lib/api/answer';
import { findBlockOfPath } from '@/lib/api/block/loader';
import { type Call, type CallContext, implement } from '@/lib/api/implement';
import { type CursorQuery, hasAll, inBlock } from '@/lib/api/lists/cursors';
import { implementList, readPage, searchPage } from '@/lib/api/lists/implement-list';
import { presentMilliseconds } from '@/lib/api/values';
import {
  getTransaction,
  listAddressTransactions,
  listBlockTransactions,
  listTransactions,
  type pendingCursor,
} from '@/lib/endpoints/transaction';
import { getTransactionNeighbors } from '@/lib/endpoints/transaction-neighbors';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { listTransactionsByFheCount } from './fhe-count-query';
import { loadTransactionInfo } from './info-loader';
import { loadBlockRange, loadConditions, readMatching } from './list-filter-loader';
import { presentPendingTransactions, presentTransactions } from './loader';
import { presentNeighbors } from './neighbors-present';
import { emptyIfUnindexed } from './pending-loader';
import {
  listAddressPendingTransactions,
  listPendingTransactions,
  type PendingTransactionRow,
} from './pending-query';
import {
  findNeighbors,
  listAddressTransactions as queryAddressTransactions,
  listTransactions as queryTransactions,
  type TransactionRow,
} from './query';
import {
  listSortedTransactions,
  type SortedPosition,
  type SortedTransactionRow,
  type SortKey,
} from './sorted-query';

/** GET /transactions/{hash}/neighbors. */
export const transactionNeighborsOperation = implement(getTransactionNeighbors, async (call) => {
  const hash = hexToBuffer(call.params.transaction_hash_param);
  const row = await findNeighbors(call.db, hash);
  return row ? presentNeighbors(row) : emptyIfUnindexed(call, hash, () => NO_NEIGHBORS);
});

const NO_NEIGHBORS = {
  previous_of_sender: null,
  next_of_sender: null,
  previous_in_block: null,
  next_in_block: null,
};

/** GET /transactions/{hash}. */
export const transactionOperation = implement(getTransaction, async ({ params, ...context }) =>
  loadTransactionInfo(context, hexToBuffer(params.transaction_hash_param)),
);

const minedList = { cursor: inBlock, present: presentTransactions };

const pendingList = {
  cursor: {
    position: (query: CursorQuery<typeof pendingCursor>) =>
      hasAll(query, 'inserted_at', 'hash')
        ? { first_seen: query.inserted_at, hash: hexToBuffer(query.hash) }
        : undefined,
    next: ({ first_seen, hash }: PendingTransactionRow, items_count: number) => ({
      inserted_at: presentMilliseconds(first_seen ?? 0),
      hash: bufferToHex(hash),
      items_count,
    }),
  },
  present: presentPendingTransactions,
};

const NOT_PENDING = {
  type: { pointer: 'type', detail: 'Pending transactions have no type filter' },
  fhe: { pointer: 'fhe_operations_count', detail: 'Pending transactions have no FHE operations' },
};

/** GET /transactions. */
export const transactionsOperation = implement(listTransactions, async (call) => {
  const { type, filter, order, fhe_operations_count: least } = call.query;
  if (filter !== 'pending' && least !== undefined)
    return searchPage(call, {
      ...minedList,
      read: ({ db }, { after: before, limit }) =>
        listTransactionsByFheCount(db, {
          ...{ before, limit, least: Number(least), isOldestFirst: order === 'asc' },
          isBlob: type !== undefined,
        }),
    });
  if (filter !== 'pending') {
    const kinds = type === undefined ? [] : [type];
    return readPage(call, {
      ...minedList,
      read: ({ db }, { after, limit }) =>
        queryTransactions(db, { before: after, kinds, limit, isOldestFirst: order === 'asc' }),
    });
  }
  if (type !== undefined) return new Refusal(invalid([NOT_PENDING.type]));
  if (least !== undefined) return new Refusal(invalid([NOT_PENDING.fhe]));
  return readPage(call, {
    ...pendingList,
    read: ({ db }, { after, limit }) => listPendingTransactions(db, { before: after, limit }),
  });
});

/** GET /blocks/{hash or number}/transactions. */
export const blockTransactionsOperation = implementList(listBlockTransactions, {
  ...minedList,
  read: async ({ db, params, query }, { after, limit }) => {
    const block = await findBlockOfPath(db, params.block_hash_or_number_param);
    const kinds = query.type ?? [];
    return block && queryTransactions(db, { before: after, block: block.number, kinds, limit });
  },
});

/** Addresses with more transactions cannot be sorted by value or fee. */
const MAX_SORTED = 1_000;
const TOO_MANY_TO_SORT = {
  pointer: 'sort',
  detail: `Only block_number for addresses with over ${MAX_SORTED} transactions`,
};

type AddressQuery = z.output<typeof listAddressTransactions.query>;
type AddressCall = Call<z.output<typeof listAddressTransactions.params>, AddressQuery>;

/** GET /addresses/{address}/transactions. */
export const addressTransactionsOperation = implement(listAddressTransactions, async (call) => {
  const { sort } = call.query;
  if (sort !== 'value' && sort !== 'fee') return readFiltered(call);
  const { transactions } = await getAddressInfo(call.db, hexToBuffer(call.params.address_hash_param));
  if (transactions > MAX_SORTED) return new Refusal(invalid([TOO_MANY_TO_SORT]));
  return searchPage(call, sortedList(sort));
});

/** All, or those of a span and that meet the conditions of the query: these are confirmed ones. */
async function readFiltered(call: AddressCall) {
  const { db, query } = call;
  const address = hexToBuffer(call.params.address_hash_param);
  const [blocks, conditions] = await Promise.all([
    loadBlockRange(db, query),
    loadConditions(call, address, query),
  ]);
  if (conditions instanceof Refusal) return conditions;
  if (blocks === undefined && conditions === undefined) return searchPage(call, mixedList);
  const fixed = { role: query.filter, isOldestFirst: query.order === 'asc', blocks };
  return searchPage(call, {
    ...minedList,
    read: async (_, { after: before, limit }) =>
      conditions === undefined
        ? queryAddressTransactions(db, address, { ...fixed, before, limit })
        : readMatching(db, address, { ...fixed, before, limit, conditions }),
  });
}

const isMined = (row: TransactionRow | PendingTransactionRow): row is TransactionRow => 'block_hash' in row;

/** Pending, then mined transactions; mined ones only with oldest first. */
const mixedList = {
  cursor: {
    position: (query: AddressQuery) => ({
      mined: inBlock.position(query),
      pending: pendingList.cursor.position(query),
    }),
    next: (row: TransactionRow | PendingTransactionRow, items_count: number) =>
      isMined(row) ? inBlock.next(row, items_count) : pendingList.cursor.next(row, items_count),
  },
  read: readMixed,
  present: async (context: CallContext, rows: readonly (TransactionRow | PendingTransactionRow)[]) => {
    const [pending, mined] = await Promise.all([
      presentPendingTransactions(
        context,
        rows.filter((row): row is PendingTransactionRow => !isMined(row)),
      ),
      presentTransactions(context, rows.filter(isMined)),
    ]);
    return [...pending, ...mined];
  },
};

type MixedPosition = ReturnType<typeof mixedList.cursor.position>;

async function readMixed({ db, params, query }: AddressCall, page: { after: MixedPosition; limit: number }) {
  const address = hexToBuffer(params.address_hash_param);
  const { mined: before, pending: pendingBefore } = page.after;
  const role = query.filter;
  const isOldestFirst = query.order === 'asc';
  const pending =
    before || isOldestFirst
      ? []
      : await listAddressPendingTransactions(db, address, { role, before: pendingBefore, limit: page.limit });
  const limit = page.limit - pending.length;
  if (limit === 0) return pending;
  const mined = await queryAddressTransactions(db, address, { role, before, limit, isOldestFirst });
  return [...pending, ...mined];
}

const sortedList = (key: SortKey) => ({
  cursor: {
    position: (query: AddressQuery) => {
      const position = inBlock.position(query);
      const sortedBy = query[key];
      return position && sortedBy !== undefined ? { ...position, sortedBy: String(sortedBy) } : undefined;
    },
    next: (row: SortedTransactionRow, items_count: number) => {
      const next = inBlock.next(row, items_count);
      return key === 'value' ? { ...next, value: row.sorted_by } : { ...next, fee: row.sorted_by };
    },
  },
  read: (
    { db, params, query }: AddressCall,
    { after, limit }: { after: SortedPosition | undefined; limit: number },
  ) =>
    listSortedTransactions(db, hexToBuffer(params.address_hash_param), {
      ...{ key, role: query.filter, after, limit },
      isLeastFirst: query.order === 'asc',
    }),
  present: presentTransactions,
});
