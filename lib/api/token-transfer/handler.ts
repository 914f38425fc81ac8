import { toAddressMap, toInstanceMap, toTokenMap } from '@/lib/api/address/mention-loader';
import { findBlock } from '@/lib/api/block/query';
import { type CallContext, implement } from '@/lib/api/implement';
import { type CursorQuery, inBlock, toHeight, toIndex } from '@/lib/api/lists/cursors';
import { implementList, PAGE_SIZE } from '@/lib/api/lists/implement-list';
import { readMentioned, type WithMentioned } from '@/lib/api/lists/mentioned-query';
import { withNames } from '@/lib/api/names/loader';
import { loadPricesAt, loadTransactionPrices } from '@/lib/api/price/loader';
import { findInstanceTransfersCount, findTokens } from '@/lib/api/token/query';
import { presentTransferMethod } from '@/lib/api/transaction/call-present';
import { loadBlockRange } from '@/lib/api/transaction/list-filter-loader';
import { toRow } from '@/lib/api/transaction/node-present';
import { findUnindexed, minedOf, refuseUnindexed } from '@/lib/api/transaction/pending-loader';
import { findTransaction, type TransactionRow } from '@/lib/api/transaction/query';
import { loadFirstPage } from '@/lib/api/transaction/whole-loader';
import { findWholeTransactions, type WholeTransaction } from '@/lib/api/transaction/whole-query';
import type { Database } from '@/lib/db/open-database';
import {
  listTokenTransfers,
  listTransactionTokenTransfers,
  listTransfersOfAddress,
  listTransfersOfInstance,
  listTransfersOfToken,
  type transfersCursor,
} from '@/lib/endpoints/token-transfer';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import type { TokenType } from '@/lib/evm/token-standards';
import { presentSpecifiedTransfer, presentTransfer } from './present';
import {
  type ListedTransferRow,
  listTransfersMentioning,
  type TokenTransferRow,
  type TransferCursor,
  type TransferScope,
  type TransfersStart,
} from './query';
import { loadReceiptTransfers } from './receipt-loader';
import { toTransferRows } from './receipt-rows';

type Cursor = CursorQuery<typeof transfersCursor>;
type ReceiptQuery = Cursor & Readonly<{ type?: TokenType[] | undefined }>;

const list = {
  cursor: { position: (query: Cursor) => query, next: nextTransfer },
  present: presentTransfers,
};

/** GET /token-transfers. */
export const tokenTransfersOperation = implementList(listTokenTransfers, {
  ...list,
  read: ({ db, query }, page) => readTransfers(db, { kind: 'all', types: query.type ?? [] }, page),
});

/** GET /tokens/{address}/transfers. */
export const transfersOfTokenOperation = implementList(listTransfersOfToken, {
  ...list,
  read: async ({ db, params }, page) => {
    const token = hexToBuffer(params.address_hash_param);
    const rows = await readTransfers(db, { kind: 'token', token }, page);
    if (rows.length > 0) return rows;
    const [known] = await findTokens(db, [token]);
    return known && rows;
  },
});

/** GET /tokens/{address}/instances/{id}/transfers. */
export const transfersOfInstanceOperation = implementList(listTransfersOfInstance, {
  ...list,
  read: async ({ db, params }, page) => {
    const token = hexToBuffer(params.address_hash_param);
    const tokenId = params.token_id_param;
    const count = await findInstanceTransfersCount(db, token, tokenId);
    return count === undefined ? undefined : readTransfers(db, { kind: 'instance', token, tokenId }, page);
  },
});

/** GET /addresses/{address}/token-transfers. */
export const transfersOfAddressOperation = implementList(listTransfersOfAddress, {
  ...list,
  read: async ({ db, params, query }, page) => {
    const address = hexToBuffer(params.address_hash_param);
    const token = query.token === undefined ? undefined : hexToBuffer(query.token);
    const filters = { direction: query.filter, types: query.type ?? [], token };
    const blocks = await loadBlockRange(db, query);
    return readTransfers(db, { kind: 'address', address, ...filters, blocks }, page);
  },
});

async function readTransfers(
  db: Database,
  scope: TransferScope,
  { after, limit }: Readonly<{ after: Cursor; limit: number }>,
): Promise<(ListedTransferRow & WithMentioned)[]> {
  return listTransfersMentioning(db, scope, { start: await findStart(db, after), limit });
}

/** The page's start. Batch keys count only for the log before the plain ones: merging clients send stale ones. */
async function findStart(db: Database, cursor: Cursor): Promise<TransferCursor | undefined> {
  const { index, batch_log_index, batch_block_hash, index_in_batch } = cursor;
  const position = inBlock.position(cursor);
  if (!position || index === undefined) return undefined;
  const start = { ...position, belowIndex: undefined };
  if (batch_log_index !== index - 1n || batch_block_hash === undefined || index_in_batch === undefined)
    return start;
  const block = await findBlock(db, { number: start.block_number });
  const isNamed = block?.hash.equals(hexToBuffer(batch_block_hash));
  if (!isNamed) return start;
  return { ...start, index: toIndex(batch_log_index), belowIndex: toIndex(index_in_batch) };
}

/** The cursor after `last`; inside a batch if the next transfer is of the same log. */
function nextTransfer(last: ListedTransferRow, _: number, beyond: ListedTransferRow | undefined) {
  const { block_number, log_index } = last;
  if (beyond?.block_number !== block_number || beyond.log_index !== log_index)
    return { block_number, index: log_index };
  return {
    block_number,
    index: log_index + 1,
    batch_block_hash: bufferToHex(last.block_hash),
    batch_log_index: log_index,
    batch_transaction_hash: bufferToHex(last.transaction_hash),
    index_in_batch: last.index_in_batch ?? 0,
  };
}

async function presentTransfers(context: CallContext, rows: readonly (ListedTransferRow & WithMentioned)[]) {
  const { db } = context;
  const mentioned = await readMentioned(db, rows);
  if (mentioned === undefined) return [];
  const [tokens, instances] = [toTokenMap(mentioned.tokens), toInstanceMap(mentioned.instances)];
  const [addresses, pricesAt] = await Promise.all([
    toAddressMap(
      db,
      mentioned.addresses,
      rows.map((row) => row.called),
    ),
    loadPricesAt(
      context,
      rows.map(({ token_address: asset, block_number, timestamp }) => ({ asset, block_number, timestamp })),
    ),
  ]);
  const calls = rows.map(({ input, called }) => ({ input, to_address: called }));
  const methods = await withNames(context, (signatures) =>
    calls.map((call) => presentTransferMethod(call, { addresses, signatures })),
  );
  return rows.map((row, at) => {
    const { transaction_hash: hash, block_hash, block_number, timestamp } = row;
    const transaction = { hash, block_hash, block_number, timestamp, from_address: row.signer };
    const method = methods[at] ?? null;
    return presentTransfer(row, { transaction, method, addresses, tokens, instances, pricesAt });
  });
}

const MAX_PAGE_SIZE = 100n;
const NONE = { items: [], next_page_params: null };
/** Transfers that a receipt is looked through for. */
const MAX_IN_RECEIPT = 1_000;

/** GET /transactions/{hash}/token-transfers. */
export const transactionTransfersOperation = implement(
  listTransactionTokenTransfers,
  async ({ params, query, ...context }) => {
    const { db } = context;
    const hash = hexToBuffer(params.transaction_hash_param);
    const size = Number(minimum(query.items_count ?? BigInt(PAGE_SIZE), MAX_PAGE_SIZE));
    const whole = await loadPage(db, hash, { cursor: query, types: query.type ?? [], size });
    if (whole === 'outside') return context.types === 'specification' ? NONE : { ...NONE, meta: null };
    if (!whole) return presentReceipt({ ...context, query }, hash, size);
    const { row, transfers } = whole;
    const [addresses, pricesAt] = await Promise.all([
      toAddressMap(db, whole.addresses, [row.to_address]),
      loadTransactionPrices(context, row, transfers),
    ]);
    const shared = {
      transaction: row,
      method: await withNames(context, (signatures) => presentTransferMethod(row, { addresses, signatures })),
      addresses,
      tokens: toTokenMap(whole.tokens),
      instances: toInstanceMap(whole.instances),
      pricesAt,
    };
    const shown = transfers.slice(0, size);
    const next_page_params = nextOfTransaction({ shown, next: transfers[size], row, cursor: query });
    if (context.types === 'specification')
      return { items: shown.map((transfer) => presentSpecifiedTransfer(transfer, shared)), next_page_params };
    return {
      items: shown.map((transfer) => presentTransfer(transfer, shared)),
      next_page_params,
      meta: null,
    };
  },
);

/** The transfers that the receipt of a transaction shows whose block is not indexed; further pages are for later. */
async function presentReceipt(context: CallContext & { query: ReceiptQuery }, hash: Buffer, size: number) {
  const { query } = context;
  const found = await findUnindexed(context, hash);
  if (!found) return undefined;
  const [mined, isFirst] = [minedOf(found), isFirstPage(query)];
  if (mined !== null && !isFirst) throw refuseUnindexed();
  const row = found.source === 'node' ? toRow(found.known) : found.row;
  const isAsked = ({ token_type: type }: TokenTransferRow) =>
    !query.type?.length || query.type.includes(type);
  const transfers = toTransferRows(mined?.receipt.logs ?? [], MAX_IN_RECEIPT).filter(isAsked);
  if (!('block_number' in row) || transfers.length === 0)
    return context.types === 'specification' ? NONE : { ...NONE, meta: null };
  const shown = transfers.slice(0, size);
  const shared = await loadReceiptTransfers(context, row, shown);
  const next_page_params = nextOfTransaction({ shown, next: transfers[size], row, cursor: query });
  if (context.types === 'specification')
    return { items: shown.map((transfer) => presentSpecifiedTransfer(transfer, shared)), next_page_params };
  return { items: shown.map((transfer) => presentTransfer(transfer, shared)), next_page_params, meta: null };
}

function isFirstPage({ block_number, batch_log_index }: Cursor): boolean {
  return block_number === undefined && batch_log_index === undefined;
}

/** A transaction with a page of transfers and one more; undefined when unknown, `outside` past the end. */
async function loadPage(
  db: Database,
  hash: Buffer,
  page: { cursor: Cursor; types: readonly TokenType[]; size: number },
): Promise<WholeTransaction | 'outside' | undefined> {
  const { cursor, types, size } = page;
  if (isFirstPage(cursor) && types.length === 0 && size === PAGE_SIZE) return loadFirstPage(db, hash);
  const row = isFirstPage(cursor) ? undefined : await findTransaction(db, hash);
  if (!isFirstPage(cursor) && !row) return undefined;
  const start = row && startOf(cursor, row);
  if (start === 'outside') return start;
  const [whole] = await findWholeTransactions(db, [hash], { start, types, limit: size + 1 });
  return whole;
}

/** The page's start; `outside` for a cursor of another transaction or block, or past the end. */
function startOf(cursor: Cursor, row: TransactionRow): TransfersStart | undefined | 'outside' {
  const { batch_block_hash, batch_transaction_hash, batch_log_index, index_in_batch } = cursor;
  const afterLog = logAfter(cursor, row);
  if (afterLog === 'outside') return afterLog;
  const plain = afterLog === undefined ? undefined : { afterLog };
  if (batch_log_index === undefined || index_in_batch === undefined) return plain;
  if (batch_block_hash === undefined || batch_transaction_hash === undefined) return plain;
  const log = toIndex(batch_log_index);
  // Clients that merge each cursor into the query send stale batch keys.
  if (afterLog !== undefined && afterLog >= log) return plain;
  const isOfRow =
    hexToBuffer(batch_block_hash).equals(row.block_hash) &&
    hexToBuffer(batch_transaction_hash).equals(row.hash);
  return isOfRow ? { log, belowIndex: toIndex(index_in_batch) } : 'outside';
}

function logAfter({ block_number, index }: Cursor, row: TransactionRow): number | undefined | 'outside' {
  if (block_number === undefined || index === undefined) return undefined;
  const height = toHeight(block_number);
  // Upstream uses (0, 0) as the end of a list; in block 0 it is a valid position.
  if (height > row.block_number || (height === 0 && index === 0n && row.block_number !== 0)) return 'outside';
  return height < row.block_number ? undefined : toIndex(index);
}

/** The next page's cursor; inside a batch it also carries the last log before the batch. */
function nextOfTransaction(page: {
  shown: readonly TokenTransferRow[];
  next: TokenTransferRow | undefined;
  row: TransactionRow;
  cursor: Cursor;
}) {
  const { shown, next, row, cursor } = page;
  const last = shown.at(-1);
  if (!next || !last) return null;
  const block_number = row.block_number;
  if (next.log_index !== last.log_index) return { block_number, index: last.log_index };
  const earlier = shown.findLast((transfer) => transfer.log_index !== last.log_index);
  return {
    ...(earlier ? { block_number, index: earlier.log_index } : keepBatchKeys(cursor)),
    batch_block_hash: bufferToHex(row.block_hash),
    batch_log_index: last.log_index,
    batch_transaction_hash: bufferToHex(row.hash),
    index_in_batch: last.index_in_batch ?? 0,
  };
}

function keepBatchKeys({ block_number, index }: Cursor) {
  return block_number === undefined || index === undefined
    ? {}
    : { block_number: toHeight(block_number), index: toIndex(index) };
}

function minimum(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
