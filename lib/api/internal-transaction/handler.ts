import { withCalledAt } from '@/lib/api/address/delegate-loader';
import { loadAddresses } from '@/lib/api/address/mention-loader';
import { findBlockOfPath } from '@/lib/api/block/loader';
import { type CallContext, implement } from '@/lib/api/implement';
import { findIndexerState } from '@/lib/api/indexing-status/query';
import { type CursorQuery, hasAll, toHeight, toIndex } from '@/lib/api/lists/cursors';
import { readPage, searchPage } from '@/lib/api/lists/implement-list';
import { withNames } from '@/lib/api/names/loader';
import { loadBlockRange, readValuedInternals } from '@/lib/api/transaction/list-filter-loader';
import { emptyIfUnindexed } from '@/lib/api/transaction/pending-loader';
import {
  type InternalTransactionsMeta,
  type internalTransactionsCursor,
  listAddressInternals,
  listBlockInternals,
  listInternalTransactions,
  listTransactionInternals,
} from '@/lib/endpoints/internal-transaction';
import { hexToBuffer } from '@/lib/evm/hex';
import { MAX_CALLS } from '@/lib/evm/internal-types';
import { message } from '@/lib/messages/message';
import { presentInternalTransaction } from './present';
import {
  findInternalSummary,
  type InternalPosition,
  type InternalScope,
  type InternalTransactionRow,
  listInternalTransactions as queryInternals,
} from './query';

const list = {
  cursor: {
    position: (query: CursorQuery<typeof internalTransactionsCursor>) =>
      hasAll(query, 'block_number', 'transaction_index', 'index')
        ? {
            block_number: toHeight(query.block_number),
            transaction_index: toIndex(query.transaction_index),
            index: toIndex(query.index),
          }
        : undefined,
    next: ({ block_number, transaction_index, index }: InternalPosition, items_count: number) => ({
      block_number,
      transaction_index,
      index,
      items_count,
    }),
  },
  present: async (context: CallContext, rows: readonly InternalTransactionRow[]) => {
    const called = rows.map((row) => row.to_address);
    const ends = rows.flatMap((row) => [row.from_address, row.created_contract]);
    const addresses = await loadAddresses(context.db, [...ends, ...called], called);
    const addressesAt = await withCalledAt(context.db, addresses, rows.flatMap(calledBy));
    return withNames(context, (signatures) =>
      rows.map((row) => {
        const known = calledBy(row).map(addressesAt)[0] ?? addresses;
        return presentInternalTransaction(row, { addresses: known, signatures });
      }),
    );
  },
};

/** Whom a call calls with data. */
function calledBy({ to_address: address, input, index, depth, ...row }: InternalTransactionRow) {
  if (address === null || input.length === 0) return [];
  const { block_number, transaction_index } = row;
  return [{ address, block_number, transaction_index, call: { index, depth } }];
}

const listOf = (scope: InternalScope) => ({
  ...list,
  read: ({ db }: CallContext, page: { after: InternalPosition | undefined; limit: number }) =>
    queryInternals(db, scope, page),
});

/** GET /transactions/{hash}/internal-transactions. */
export const transactionInternalsOperation = implement(listTransactionInternals, async (call) => {
  const hash = hexToBuffer(call.params.transaction_hash_param);
  const known = await findInternalSummary(call.db, hash);
  if (known === undefined)
    return emptyIfUnindexed(call, hash, (isMined) => ({
      ...{ items: [], next_page_params: null },
      meta: isMined ? UNINDEXED : null,
    }));
  const page = await readPage(call, listOf({ kind: 'transaction', hash, order: 'asc' }));
  return { ...page, meta: describeCount(known.count) };
});

/** GET /addresses/{address}/internal-transactions. */
export const addressInternalsOperation = implement(listAddressInternals, async (call) => {
  const address = hexToBuffer(call.params.address_hash_param);
  const { filter: role, min_value: least } = call.query;
  const scope = {
    kind: 'address',
    address,
    role,
    blocks: await loadBlockRange(call.db, call.query),
  } as const;
  const valued = {
    ...list,
    read: ({ db }: CallContext, page: { after: InternalPosition | undefined; limit: number }) =>
      readValuedInternals(db, scope, { ...page, minValue: String(least) }),
  };
  const page = await searchPage(call, least === undefined ? listOf(scope) : valued);
  return { ...page, meta: page.meta ?? (await describeIndex(call)) };
});

/** GET /blocks/{hash or number}/internal-transactions. */
export const blockInternalsOperation = implement(listBlockInternals, async (call) => {
  const block = await findBlockOfPath(call.db, call.params.block_hash_or_number_param);
  if (!block) return undefined;
  const page = await readPage(
    call,
    listOf({ kind: 'block', number: block.number, types: typesOf(call.query) }),
  );
  const isKnown = block.internal_transactions_count !== null;
  return { ...page, meta: isKnown ? null : UNAVAILABLE };
});

/** GET /internal-transactions. */
export const internalTransactionsOperation = implement(listInternalTransactions, async (call) => {
  const { transaction_hash: hash } = call.query;
  const scope: InternalScope =
    hash === undefined ? { kind: 'all' } : { kind: 'transaction', hash: hexToBuffer(hash), order: 'desc' };
  return { ...(await readPage(call, listOf(scope))), meta: await describeIndex(call) };
});

const CALLS = ['call', 'callcode', 'delegatecall', 'staticcall'] as const;

function typesOf(query: {
  internal_type?: 'call' | 'create' | 'create2' | 'reward' | 'selfdestruct' | 'stop' | undefined;
  call_type?: (typeof CALLS)[number] | undefined;
}) {
  const { internal_type: kind, call_type } = query;
  if (call_type !== undefined) return kind === undefined || kind === 'call' ? [call_type] : [];
  if (kind === undefined) return undefined;
  if (kind === 'call') return CALLS;
  // No stored call has these types.
  return kind === 'reward' || kind === 'stop' ? [] : [kind];
}

const UNAVAILABLE: InternalTransactionsMeta = {
  status: 'unavailable',
  ...message('traces_missing'),
};

const UNINDEXED: InternalTransactionsMeta = {
  status: 'unavailable',
  ...message('block_not_indexed'),
};

function describeCount(count: number | null): InternalTransactionsMeta {
  if (count === null) return UNAVAILABLE;
  if (count <= MAX_CALLS) return null;
  return { status: 'partial', ...message('calls_stored_in_part', { shown: MAX_CALLS, count }) };
}

async function describeIndex({ db }: CallContext): Promise<InternalTransactionsMeta> {
  const state = await findIndexerState(db);
  if (!state?.has_traces) return UNAVAILABLE;
  const since = state.internal_transactions_since;
  if (since === null || since <= state.first_block) return null;
  return { status: 'partial', ...message('calls_from_block', { block: since }) };
}
