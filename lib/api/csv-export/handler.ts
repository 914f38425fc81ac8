import { loadTokensOf } from '@/lib/api/address/mention-loader';
import { Refusal } from '@/lib/api/answer';
import { findBlockRange } from '@/lib/api/block/query';
import { type CoinTransferPosition, listCoinTransfers } from '@/lib/api/coin-transfer/query';
import { listIdHolders } from '@/lib/api/holding/id-query';
import { loadBalances } from '@/lib/api/holding/known-balance-loader';
import { type HolderRow, listTokenHolders } from '@/lib/api/holding/query';
import { type CallContext, implement } from '@/lib/api/implement';
import {
  type InternalPosition,
  type InternalScope,
  type InternalTransactionRow,
  listInternalTransactions,
} from '@/lib/api/internal-transaction/query';
import { readFiltered } from '@/lib/api/lists/filtered-records';
import { type CsvExport, implementCsv } from '@/lib/api/lists/implement-csv';
import { listAddressLogs } from '@/lib/api/log/query';
import { findTokens, type TokenRow } from '@/lib/api/token/query';
import { listTransfers, type TransferCursor, type TransferScope } from '@/lib/api/token-transfer/query';
import {
  loadBlockRange,
  loadConditions,
  readMatching,
  readValuedInternals,
} from '@/lib/api/transaction/list-filter-loader';
import type { TransactionConditions } from '@/lib/api/transaction/matching-query';
import {
  type AddressPage,
  listAddressTransactions,
  type TransactionPosition,
  type TransactionRow,
} from '@/lib/api/transaction/query';
import type { Database } from '@/lib/db/open-database';
import {
  exportAddressCoinTransfers,
  exportAddressInternals,
  exportAddressLogs,
  exportAddressTransactions,
  exportAddressTransfers,
  exportTokenHolders,
  exportTokenTransfers,
  getCsvExportConfig,
  MAX_CSV_RECORDS,
} from '@/lib/endpoints/csv-export';
import { bufferToAddress, bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { hasTrait, isHeldById } from '@/lib/evm/token-standards';
import { CALL_CSV, COIN_CSV, LOG_CSV, TRANSACTION_CSV, TRANSFER_CSV } from './present';

/** Rows per query: a transaction may carry 128 KB of input. */
const BATCH = 100;
const HOLDERS_BATCH = 1_000;
/** GET /config/csv-export. */
export const csvExportConfigOperation = implement(getCsvExportConfig, async () => ({
  limit: MAX_CSV_RECORDS,
  async_enabled: false,
}));

/** GET /addresses/{address}/transactions/csv. */
export const addressTransactionsCsvOperation = implementCsv(
  exportAddressTransactions,
  async ({ params, query, ...context }) => {
    const { db } = context;
    const address = hexToBuffer(params.address_hash_param);
    const [blocks, conditions] = await Promise.all([
      loadBlockRange(db, query),
      loadConditions(context, address, query),
    ]);
    if (conditions instanceof Refusal) return conditions;
    const batches = readTransactions(db, address, { role: query.filter_value, blocks, conditions });
    return { fileName: nameOf('transactions', address), head: TRANSACTION_CSV.head, batches };
  },
);

function readTransactions(
  db: Database,
  address: Buffer,
  {
    conditions,
    ...bounds
  }: Pick<AddressPage, 'role' | 'blocks'> & {
    conditions: TransactionConditions | undefined;
  },
) {
  return readFiltered<TransactionRow, TransactionPosition>({
    head: TRANSACTION_CSV.head,
    limit: BATCH,
    read: async (before) => {
      const page = { ...bounds, before, limit: BATCH };
      return conditions === undefined
        ? { rows: await listAddressTransactions(db, address, page), scannedTo: undefined }
        : readMatching(db, address, { ...page, conditions });
    },
    present: (row) => TRANSACTION_CSV.present(row, address),
  });
}

/** GET /addresses/{address}/token-transfers/csv. */
export const addressTransfersCsvOperation = implementCsv(
  exportAddressTransfers,
  async ({ params, query, ...context }) => {
    const address = hexToBuffer(params.address_hash_param);
    const scope = {
      kind: 'address',
      address,
      direction: query.filter_value,
      types: query.type ?? [],
      token: query.token === undefined ? undefined : hexToBuffer(query.token),
      blocks: await loadBlockRange(context.db, query),
    } as const;
    return exportTransfers(context, { scope, query: {}, fileName: nameOf('token-transfers', address) });
  },
);

/** GET /tokens/{address}/transfers/csv. */
export const tokenTransfersCsvOperation = implementCsv(
  exportTokenTransfers,
  async ({ params, query, ...context }) => {
    const token = hexToBuffer(params.address_hash_param);
    const [known] = await findTokens(context.db, [token]);
    const scope = { kind: 'token', token } as const;
    return known && exportTransfers(context, { scope, query, fileName: nameOf('transfers', token) });
  },
);

/** GET /addresses/{address}/internal-transactions/csv. */
export const addressInternalsCsvOperation = implementCsv(
  exportAddressInternals,
  async ({ params, query, db }) => {
    const address = hexToBuffer(params.address_hash_param);
    const blocks = await loadBlockRange(db, query);
    const scope = { kind: 'address', address, role: query.filter_value, blocks } as const;
    const batches = readInternals(db, scope, query.min_value?.toString());
    return { fileName: nameOf('internal-transactions', address), head: CALL_CSV.head, batches };
  },
);

function readInternals(
  db: Database,
  scope: Extract<InternalScope, { kind: 'address' }>,
  minValue: string | undefined,
) {
  return readFiltered<InternalTransactionRow, InternalPosition>({
    ...CALL_CSV,
    limit: BATCH,
    read: async (after) => {
      const page = { after, limit: BATCH };
      return minValue === undefined
        ? { rows: await listInternalTransactions(db, scope, page), scannedTo: undefined }
        : readValuedInternals(db, scope, { ...page, minValue });
    },
  });
}

/** GET /addresses/{address}/coin-transfers/csv. */
export const addressCoinTransfersCsvOperation = implementCsv(
  exportAddressCoinTransfers,
  async ({ params, query, db }) => {
    const address = hexToBuffer(params.address_hash_param);
    const blocks = await loadBlockRange(db, query);
    const scope = { kind: 'address', address, role: query.filter_value, blocks } as const;
    const batches = readBatches(0, {
      start: undefined,
      read: (after: CoinTransferPosition | undefined) =>
        listCoinTransfers(db, scope, { after, limit: BATCH }),
      cursorOf: ({ block_number, log_index }): CoinTransferPosition | undefined => ({
        block_number,
        index: log_index,
      }),
      present: async (rows) => rows.map(COIN_CSV.present),
    });
    return { fileName: nameOf('coin-transfers', address), head: COIN_CSV.head, batches };
  },
);

/** GET /addresses/{address}/logs/csv. */
export const addressLogsCsvOperation = implementCsv(exportAddressLogs, async ({ params, query, db }) => {
  const address = hexToBuffer(params.address_hash_param);
  const { first, beyond } = await findBlockRange(db, query);
  const batches = readBatches(first, {
    start: { block_number: beyond, index: 0 },
    // Rows without data are read again, first in the next batch.
    read: async (before) =>
      (await listAddressLogs(db, address, { before, limit: BATCH })).filter(({ data }) => data !== null),
    cursorOf: ({ block_number, log_index }) => ({ block_number, index: log_index }),
    present: async (rows) => rows.map(LOG_CSV.present),
  });
  return { fileName: nameOf('logs', address), head: LOG_CSV.head, batches };
});

/** GET /tokens/{address}/holders/csv. */
export const tokenHoldersCsvOperation = implementCsv(exportTokenHolders, async ({ params, ...context }) => {
  const address = hexToBuffer(params.address_hash_param);
  const [token] = await findTokens(context.db, [address]);
  if (!token) return undefined;
  const head = ['HolderAddress', 'Balance', ...(isHeldById(token.type) ? ['TokenId'] : [])];
  return { fileName: nameOf('holders', address), head, batches: readHolders(context, token) };
});

async function* readHolders(context: CallContext, token: TokenRow) {
  if (hasTrait(token.type, 'encrypted')) return;
  for (let last: HolderRow | undefined; ; ) {
    const rows = await readHolderBatch(context.db, token, last);
    const held = rows.map((row) => ({ row, holder: row.holder, tokenId: row.token_id }));
    const balances = await loadBalances(context, held);
    yield balances
      .filter(({ balance }) => balance.value !== '0')
      .map(({ holder, tokenId, balance }) => [
        ...[bufferToAddress(holder), balance.value ?? ''],
        ...(tokenId === null ? [] : [tokenId]),
      ]);
    last = rows.at(-1);
    if (last === undefined) return;
  }
}

async function readHolderBatch(
  db: Database,
  token: TokenRow,
  last: HolderRow | undefined,
): Promise<HolderRow[]> {
  const limit = HOLDERS_BATCH;
  if (!isHeldById(token.type)) return listTokenHolders(db, token, { after: last, limit });
  return listIdHolders(db, token, { after: last && { ...last, tokenId: last.token_id ?? '0' }, limit });
}

type Period = Readonly<{ from_period?: number | undefined; to_period?: number | undefined }>;

async function exportTransfers(
  { db }: CallContext,
  request: { scope: TransferScope; query: Period; fileName: string },
): Promise<CsvExport> {
  const { first, beyond } = await findBlockRange(db, request.query);
  const start: TransferCursor = { block_number: beyond, index: 0, belowIndex: undefined };
  const batches = readBatches(first, {
    start,
    read: (cursor) => listTransfers(db, request.scope, { start: cursor, limit: BATCH }),
    cursorOf: (row): TransferCursor => ({
      block_number: row.block_number,
      index: row.log_index,
      belowIndex: row.index_in_batch ?? 0,
    }),
    present: async (rows) => {
      const tokens = await loadTokensOf(db, rows);
      return rows.map((row) => TRANSFER_CSV.present(row, tokens));
    },
  });
  return { fileName: request.fileName, head: TRANSFER_CSV.head, batches };
}

type BatchReader<Row, Cursor> = Readonly<{
  start: Cursor;
  read(before: Cursor): Promise<readonly Row[]>;
  cursorOf(row: Row): Cursor;
  present(rows: readonly Row[]): Promise<readonly (readonly string[])[]>;
}>;

/** Reads rows newest first down to block `first`, in batches of one short query each. */
async function* readBatches<Row extends { block_number: number }, Cursor>(
  first: number,
  { start, read, cursorOf, present }: BatchReader<Row, Cursor>,
): AsyncGenerator<readonly (readonly string[])[], void> {
  for (let cursor = start; ; ) {
    const rows = await read(cursor);
    const inPeriod = rows.filter((row) => row.block_number >= first);
    yield await present(inPeriod);
    const last = rows.at(-1);
    if (last === undefined || inPeriod.length < rows.length) return;
    cursor = cursorOf(last);
  }
}

function nameOf(kind: string, address: Buffer): string {
  return `${kind}-${bufferToHex(address)}.csv`;
}
