import type { z } from 'zod';
import { loadAddresses, loadIndexerState, loadTokens, loadTokensOf } from '@/lib/api/address/mention-loader';
import { findBlockRange } from '@/lib/api/block/query';
import { type CallContext, implement } from '@/lib/api/implement';
import { toHeight, toIndex } from '@/lib/api/lists/cursors';
import { readFiltered } from '@/lib/api/lists/filtered-records';
import { implementCsv } from '@/lib/api/lists/implement-csv';
import { searchPage } from '@/lib/api/lists/implement-list';
import { withNames } from '@/lib/api/names/loader';
import { functionsOf } from '@/lib/api/services';
import { listTransactionsAt } from '@/lib/api/transaction/query';
import {
  type AdvancedConditions,
  type AdvancedEntry,
  exportAdvancedEntries,
  listAdvancedEntries,
  listAdvancedMethods,
} from '@/lib/endpoints/advanced-filter';
import { hexToBuffer } from '@/lib/evm/hex';
import { TOKEN_TYPES } from '@/lib/evm/token-standards';
import { ENTRY_HEAD, presentEntry, presentEntryRecord, presentTokensByAddress } from './present';
import { type EntryFilter, type EntryPosition, type EntryRow, listEntries } from './query';

type Query = z.output<typeof listAdvancedEntries.query>;

/** GET /advanced-filters. */
export const advancedEntriesOperation = implement(listAdvancedEntries, async (call) => {
  const filter = await loadEntryFilter(call, call.query);
  const [page, tokens] = await Promise.all([
    searchPage(call, {
      cursor: byPosition,
      read: ({ db }, page: { after: EntryPosition | undefined; limit: number }) =>
        listEntries(db, filter, page),
      present: async (context, rows) => (await presentEntries(context, rows)).map(({ entry }) => entry),
    }),
    loadTokens(call.db, filter.tokens),
  ]);
  const methods = (call.query.methods ?? []).flatMap((selector) => {
    const name = nameOf(call, selector.toLowerCase());
    return name === undefined ? [] : [[selector, name] as const];
  });
  const search_params = { methods: Object.fromEntries(methods), tokens: presentTokensByAddress(tokens) };
  return { ...page, search_params };
});

const byPosition = {
  position: (query: Query): EntryPosition | undefined => {
    const {
      block_number,
      transaction_index,
      internal_transaction_index = -1n,
      token_transfer_index = -1n,
    } = query;
    if (block_number === undefined || transaction_index === undefined) return undefined;
    const place = { block_number: toHeight(block_number), transaction_index: toIndex(transaction_index) };
    if (token_transfer_index >= 0n)
      return { ...place, kind: 'transfer', place: toIndex(token_transfer_index) };
    if (internal_transaction_index >= 0n)
      return { ...place, kind: 'internal', place: toIndex(internal_transaction_index) };
    return { ...place, kind: 'transaction', place: 0 };
  },
  next: ({ block_number, transaction_index, kind, place }: EntryPosition, items_count: number) => ({
    ...{ block_number, transaction_index },
    internal_transaction_index: kind === 'internal' ? place : -1,
    token_transfer_index: kind === 'transfer' ? place : -1,
    items_count,
  }),
};

function nameOf({ services }: CallContext, selector: string): string | undefined {
  for (const functions of functionsOf(services)) {
    const [found] = functions.get(selector) ?? [];
    if (found) return found.name;
  }
  return undefined;
}

const MAX_METHODS = 20;

/** GET /advanced-filters/methods. */
export const advancedMethodsOperation = implement(listAdvancedMethods, async ({ query, services }) => {
  const text = (query.q ?? '').trim().toLowerCase();
  const named = functionsOf(services).flatMap((functions) =>
    [...functions].flatMap(([method_id, [first]]) => (first ? [{ method_id, name: first.name }] : [])),
  );
  const fitting = named.filter(
    ({ method_id, name }) => method_id === text || name.toLowerCase().includes(text),
  );
  const rankOf = (name: string) => (name.toLowerCase().startsWith(text) ? 0 : 1);
  const sorted = [...new Map(fitting.map((one) => [one.method_id, one])).values()].sort((one, other) =>
    text === '' ? 0 : rankOf(one.name) - rankOf(other.name) || one.name.length - other.name.length,
  );
  return sorted.slice(0, MAX_METHODS);
});

const BATCH = 100;

/** GET /advanced-filters/csv. */
export const advancedEntriesCsvOperation = implementCsv(
  exportAdvancedEntries,
  async ({ query, ...context }) => {
    const filter = await loadEntryFilter(context, query);
    return { fileName: 'advanced-filter.csv', head: ENTRY_HEAD, batches: readRecords(context, filter) };
  },
);

function readRecords(context: CallContext, filter: EntryFilter) {
  return readFiltered<EntryRow & { entry: AdvancedEntry }, EntryPosition>({
    head: ENTRY_HEAD,
    limit: BATCH,
    read: async (after) => {
      const { rows, scannedTo } = await listEntries(context.db, filter, { after, limit: BATCH });
      return { rows: await presentEntries(context, rows), scannedTo };
    },
    present: ({ entry }) => presentEntryRecord(entry),
    continueAt: (block) => `age_to=the time of block ${block}`,
  });
}

const NATIVE = 'native';

/** The filter of a query. Entries above the tip are left to a later request, so that every kind ends at one block. */
async function loadEntryFilter({ db }: CallContext, query: AdvancedConditions): Promise<EntryFilter> {
  const types = query.transaction_types ?? [];
  const isWanted = (type: (typeof types)[number]) => types.length === 0 || types.includes(type);
  const included = query.token_contract_address_hashes_to_include ?? [];
  const excluded = query.token_contract_address_hashes_to_exclude ?? [];
  const isCoin = (included.length === 0 || included.includes(NATIVE)) && !excluded.includes(NATIVE);
  const isToken = included.length === 0 || included.some((one) => one !== NATIVE);
  return {
    hasCoin: isCoin && isWanted('COIN_TRANSFER'),
    hasCalls: isCoin && isWanted('CONTRACT_INTERACTION'),
    hasCreations: isCoin && isWanted('CONTRACT_CREATION'),
    types: isToken ? TOKEN_TYPES.filter(isWanted) : [],
    selectors: toBuffers(query.methods),
    blocks: await loadBlocks({ db }, query),
    from: toBuffers(query.from_address_hashes_to_include),
    to: toBuffers(query.to_address_hashes_to_include),
    isBoth: query.address_relation === 'and',
    notFrom: toBuffers(query.from_address_hashes_to_exclude),
    notTo: toBuffers(query.to_address_hashes_to_exclude),
    tokens: toBuffers(included.filter((one) => one !== NATIVE)),
    notTokens: toBuffers(excluded.filter((one) => one !== NATIVE)),
    least: query.amount_from || undefined,
    most: query.amount_to || undefined,
  };
}

const toBuffers = (texts: readonly string[] = []) => texts.map((text) => hexToBuffer(text.toLowerCase()));

async function loadBlocks({ db }: Pick<CallContext, 'db'>, { age_from, age_to }: AdvancedConditions) {
  const beyond = ((await loadIndexerState(db))?.tip_number ?? -1) + 1;
  if (age_from === undefined && age_to === undefined) return { first: 0, beyond };
  const range = await findBlockRange(db, {
    from_period: age_from === undefined ? undefined : Math.ceil(age_from / 1000),
    to_period: age_to === undefined ? undefined : Math.floor(age_to / 1000),
  });
  return { first: range.first, beyond: Math.min(range.beyond, beyond) };
}

/** Entries as they are presented; one whose block was just removed is left out. */
async function presentEntries<Row extends EntryRow>(
  call: CallContext,
  rows: readonly Row[],
): Promise<(Row & { entry: AdvancedEntry })[]> {
  const { db } = call;
  const transactions = await listTransactionsAt(
    db,
    rows.map(({ block_number, transaction_index: index }) => ({ block_number, index })),
  );
  const called = transactions.map(({ to_address }) => to_address);
  const parties = rows.flatMap((row) => [row.from_address, row.to_address, row.created_contract]);
  const [addresses, tokens] = await Promise.all([loadAddresses(db, parties, called), loadTokensOf(db, rows)]);
  const placeOf = (block: number, index: number) => `${block}/${index}`;
  const known = new Map(transactions.map((row) => [placeOf(row.block_number, row.index), row]));
  return withNames(call, (signatures) =>
    rows.flatMap((row) => {
      const transaction = known.get(placeOf(row.block_number, row.transaction_index));
      const context = { addresses, tokens, signatures };
      return transaction === undefined ? [] : [{ ...row, entry: presentEntry(row, transaction, context) }];
    }),
  );
}
