import {
  type InternalTransactionsMeta,
  listAddressInternals,
  listBlockInternals,
  listInternalTransactions,
  listTransactionInternals,
} from '@/lib/endpoints/internal-transaction';
import { hexToBuffer } from '@/lib/evm/hex';
import { MAX_CALLS } from '@/lib/evm/internal-types';
import { findIndexerState } from '@/lib/queries/indexer-state';
import {
  findInternalCount,
  type InternalPosition,
  type InternalScope,
  listInternalTransactions as queryInternals,
} from '@/lib/queries/internal-transaction';
import { type Context, implement } from '../implement';
import { loadAddressBook } from '../loaders/mentions';
import { emptyIfKnown } from '../loaders/pending-transaction';
import { cutPage, PAGE_SIZE, toHeight, toIndex } from '../paging';
import { presentInternalTransaction } from '../present/internal-transaction';
import { findBlockByParam } from './block';

const noneWith = (meta: InternalTransactionsMeta) => ({ items: [], next_page_params: null, meta });

/** GET /transactions/{hash}/internal-transactions. */
export const transactionInternalsOperation = implement(
  listTransactionInternals,
  async ({ params, query, ...context }) => {
    const hash = hexToBuffer(params.transaction_hash_param);
    const count = await findInternalCount(context.db, hash);
    if (count === undefined)
      return emptyIfKnown(context, hash, (isMined) => noneWith(isMined ? UNINDEXED : null));
    const page = await presentPage(context, { kind: 'transaction', hash, order: 'asc' }, query);
    return { ...page, meta: judgeCount(count) };
  },
);

/** GET /addresses/{address}/internal-transactions. */
export const addressInternalsOperation = implement(
  listAddressInternals,
  async ({ params, query, ...context }) => {
    const scope = {
      kind: 'address',
      address: hexToBuffer(params.address_hash_param),
      role: query.filter,
    } as const;
    return { ...(await presentPage(context, scope, query)), meta: await judgeIndex(context) };
  },
);

/** GET /blocks/{hash or number}/internal-transactions. */
export const blockInternalsOperation = implement(
  listBlockInternals,
  async ({ params, query, ...context }) => {
    const block = await findBlockByParam(context.db, params.block_hash_or_number_param);
    if (!block) return undefined;
    const scope = { kind: 'block', number: block.number, types: typesOf(query) } as const;
    const meta = block.internal_transactions_count === null ? UNAVAILABLE : null;
    return { ...(await presentPage(context, scope, query)), meta };
  },
);

/** GET /internal-transactions. */
export const internalTransactionsOperation = implement(
  listInternalTransactions,
  async ({ query, ...context }) => {
    const { transaction_hash: hash } = query;
    const scope: InternalScope =
      hash === undefined ? { kind: 'all' } : { kind: 'transaction', hash: hexToBuffer(hash), order: 'desc' };
    return { ...(await presentPage(context, scope, query)), meta: await judgeIndex(context) };
  },
);

type Cursor = Readonly<{
  block_number?: bigint | undefined;
  transaction_index?: bigint | undefined;
  index?: bigint | undefined;
  items_count?: bigint | undefined;
}>;

async function presentPage({ db, services }: Context, scope: InternalScope, query: Cursor) {
  const size = Number(query.items_count ?? PAGE_SIZE);
  const rows = await queryInternals(db, scope, { after: positionOf(query), limit: size + 1 });
  const { shown, last } = cutPage(rows, size);
  const addresses = await loadAddressBook(
    db,
    shown.flatMap((row) => [row.from_address, row.to_address, row.created_contract]),
  );
  return {
    items: shown.map((row) =>
      presentInternalTransaction(row, { addresses, signatures: services.signatures }),
    ),
    next_page_params: last
      ? {
          block_number: last.block_number,
          transaction_index: last.transaction_index,
          index: last.index,
          items_count: size,
        }
      : null,
  };
}

/** The call that a cursor stands on; it needs all of its parts. */
function positionOf({ block_number, transaction_index, index }: Cursor): InternalPosition | undefined {
  if (block_number === undefined || transaction_index === undefined || index === undefined) return undefined;
  return {
    block_number: toHeight(block_number),
    transaction_index: toIndex(transaction_index),
    index: toIndex(index),
  };
}

const CALLS = ['call', 'callcode', 'delegatecall', 'staticcall'] as const;

/** The kinds that both filters let through; undefined without filters. */
function typesOf(query: {
  internal_type?: 'call' | 'create' | 'create2' | 'reward' | 'selfdestruct' | 'stop' | undefined;
  call_type?: (typeof CALLS)[number] | undefined;
}) {
  const { internal_type: kind, call_type } = query;
  if (call_type !== undefined) return kind === undefined || kind === 'call' ? [call_type] : [];
  if (kind === undefined) return undefined;
  if (kind === 'call') return CALLS;
  // No block has a call of these kinds: rewards are no calls, and a stop ends none.
  return kind === 'reward' || kind === 'stop' ? [] : [kind];
}

const UNAVAILABLE: InternalTransactionsMeta = {
  status: 'unavailable',
  message: 'The node gave no traces of this.',
};

const UNINDEXED: InternalTransactionsMeta = {
  status: 'unavailable',
  message: 'The block of this transaction is not indexed yet.',
};

function judgeCount(count: number | null): InternalTransactionsMeta {
  if (count === null) return UNAVAILABLE;
  if (count <= MAX_CALLS) return null;
  return { status: 'partial', message: `Of ${count} calls the first ${MAX_CALLS} are kept.` };
}

/** What a list across blocks lacks, by what the index knows of the node and of itself. */
async function judgeIndex({ db }: Context): Promise<InternalTransactionsMeta> {
  const state = await findIndexerState(db);
  if (!state?.has_traces) return UNAVAILABLE;
  const since = state.internal_transactions_since;
  if (since === null || since <= state.first_block) return null;
  return { status: 'partial', message: `Calls are indexed from block ${since} on.` };
}
