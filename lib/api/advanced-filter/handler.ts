import type { z } from 'zod';
import { loadTokens } from '@/lib/api/address/mention-loader';
import { type CallContext, implement } from '@/lib/api/implement';
import { toHeight, toIndex } from '@/lib/api/lists/cursors';
import { readFiltered } from '@/lib/api/lists/filtered-records';
import { implementCsv } from '@/lib/api/lists/implement-csv';
import { searchPage } from '@/lib/api/lists/implement-list';
import { functionsOf } from '@/lib/api/services';
import {
  type AdvancedEntry,
  exportAdvancedEntries,
  listAdvancedEntries,
  listAdvancedMethods,
} from '@/lib/endpoints/advanced-filter';
import { loadEntryFilter, presentEntries } from './loader';
import { ENTRY_HEAD, presentEntryRecord, presentTokensByAddress } from './present';
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
