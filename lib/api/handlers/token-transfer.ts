import type { Database } from '@/lib/db/open-database';
import { listTransactionTokenTransfers } from '@/lib/endpoints/token-transfer';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import type { TokenType } from '@/lib/evm/token-standards';
import type { TokenTransferRow, TransfersStart } from '@/lib/queries/token-transfer';
import { findTransaction, type TransactionRow } from '@/lib/queries/transaction';
import { findWholeTransactions, type WholeTransaction } from '@/lib/queries/whole-transaction';
import { implement } from '../implement';
import { toAddressBook, toInstanceBook, toTokenBook } from '../loaders/mentions';
import { emptyIfKnown } from '../loaders/pending-transaction';
import { loadFirstPage } from '../loaders/whole-transaction';
import { PAGE_SIZE, toHeight, toIndex } from '../paging';
import { presentListedTransfer } from '../present/token-transfer';
import { presentTransferMethod } from '../present/transaction-call';

const LARGEST_PAGE = 100n;
const NONE = { items: [], next_page_params: null };

/** The cursor in a query: a log, and inside the event of a log a place in its batch. */
type Cursor = Readonly<{
  block_number?: bigint | undefined;
  index?: bigint | undefined;
  batch_block_hash?: string | undefined;
  batch_log_index?: bigint | undefined;
  batch_transaction_hash?: string | undefined;
  index_in_batch?: bigint | undefined;
}>;

/** GET /transactions/{hash}/token-transfers. */
export const tokenTransfersOperation = implement(
  listTransactionTokenTransfers,
  async ({ params, query, ...context }) => {
    const { db, services } = context;
    const hash = hexToBuffer(params.transaction_hash_param);
    const size = Number(minimum(query.items_count ?? BigInt(PAGE_SIZE), LARGEST_PAGE));
    const whole = await loadPage(db, hash, { cursor: query, types: query.type ?? [], size });
    if (whole === 'nowhere') return NONE;
    if (!whole) return emptyIfKnown(context, hash, () => NONE);
    const { row, transfers } = whole;
    const addresses = await toAddressBook(db, whole.addresses, [row.to_address]);
    const shared = {
      transaction: row,
      method: presentTransferMethod(row, { addresses, signatures: services.signatures }),
      addresses,
      tokens: toTokenBook(whole.tokens),
      instances: toInstanceBook(whole.instances),
    };
    const shown = transfers.slice(0, size);
    return {
      items: shown.map((transfer) => presentListedTransfer(transfer, shared)),
      next_page_params: nextPage({ shown, next: transfers[size], row, cursor: query }),
    };
  },
);

/** A transaction with a page of its transfers and one more; undefined when it is unknown, `nowhere` behind the last page. */
async function loadPage(
  db: Database,
  hash: Buffer,
  page: { cursor: Cursor; types: readonly TokenType[]; size: number },
): Promise<WholeTransaction | 'nowhere' | undefined> {
  const { cursor, types, size } = page;
  const isFirst = cursor.block_number === undefined && cursor.batch_log_index === undefined;
  if (isFirst && types.length === 0 && size === PAGE_SIZE) return loadFirstPage(db, hash);
  const row = isFirst ? undefined : await findTransaction(db, hash);
  if (!isFirst && !row) return undefined;
  const start = row && startOf(cursor, row);
  if (start === 'nowhere') return start;
  const [whole] = await findWholeTransactions(db, [hash], { start, types, limit: size + 1 });
  return whole;
}

/** Where the page begins. `nowhere` for a cursor of another transaction, block or time: then nothing is left. */
function startOf(cursor: Cursor, row: TransactionRow): TransfersStart | undefined | 'nowhere' {
  const { batch_block_hash, batch_transaction_hash, batch_log_index, index_in_batch } = cursor;
  const afterLog = logAfter(cursor, row);
  if (afterLog === 'nowhere') return afterLog;
  const plain = afterLog === undefined ? undefined : { afterLog };
  if (batch_log_index === undefined || index_in_batch === undefined) return plain;
  if (batch_block_hash === undefined || batch_transaction_hash === undefined) return plain;
  const log = toIndex(batch_log_index);
  // Clients that merge each answer into the query before keep the batch that they have walked through.
  if (afterLog !== undefined && afterLog >= log) return plain;
  const isOfRow =
    hexToBuffer(batch_block_hash).equals(row.block_hash) &&
    hexToBuffer(batch_transaction_hash).equals(row.hash);
  return isOfRow ? { log, belowIndex: toIndex(index_in_batch) } : 'nowhere';
}

/** The log that a plain cursor stands on; undefined before the first. Needs both of its parts. */
function logAfter({ block_number, index }: Cursor, row: TransactionRow): number | undefined | 'nowhere' {
  if (block_number === undefined || index === undefined) return undefined;
  const height = toHeight(block_number);
  // The upstream API takes (0, 0) for the end of a list; in block 0 it is a place like any other.
  if (height > row.block_number || (height === 0 && index === 0n && row.block_number !== 0)) return 'nowhere';
  return height < row.block_number ? undefined : toIndex(index);
}

/**
 * The cursor of the next page: of the last shown item when the next one belongs to another log, else a place in the
 * batch, together with the last shown log before it, or the one that the request came with.
 */
function nextPage(page: {
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
    ...(earlier ? { block_number, index: earlier.log_index } : carriedOver(cursor)),
    batch_block_hash: bufferToHex(row.block_hash),
    batch_log_index: last.log_index,
    batch_transaction_hash: bufferToHex(row.hash),
    index_in_batch: last.index_in_batch ?? 0,
  };
}

function carriedOver({ block_number, index }: Cursor) {
  return block_number === undefined || index === undefined
    ? {}
    : { block_number: toHeight(block_number), index: toIndex(index) };
}

function minimum(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
