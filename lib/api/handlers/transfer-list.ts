import type { Database } from '@/lib/db/open-database';
import {
  listTokenTransfers,
  listTransfersOfAddress,
  listTransfersOfInstance,
  listTransfersOfToken,
} from '@/lib/endpoints/token-transfer';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { findBlock } from '@/lib/queries/block';
import { findInstanceTransfersCount, findTokens } from '@/lib/queries/token';
import {
  type ListedTransferRow,
  listTransfers,
  type TransferPlace,
  type TransferScope,
} from '@/lib/queries/token-transfer';
import { type Context, implement } from '../implement';
import { loadAddressBook, loadInstanceBook, loadTokenBook, ownersOf } from '../loaders/mentions';
import { cutPage, PAGE_SIZE, toHeight, toIndex } from '../paging';
import { presentTransfer } from '../present/token-transfer';
import { presentTransferMethod } from '../present/transaction-call';

/** GET /token-transfers. */
export const transferListOperation = implement(listTokenTransfers, async ({ query, ...context }) =>
  presentTransfersPage(context, { kind: 'all', types: query.type ?? [] }, query),
);

/** GET /tokens/{address}/transfers. */
export const tokenTransferListOperation = implement(
  listTransfersOfToken,
  async ({ params, query, ...context }) => {
    const token = hexToBuffer(params.address_hash_param);
    const [known] = await findTokens(context.db, [token]);
    return known && presentTransfersPage(context, { kind: 'token', token }, query);
  },
);

/** GET /tokens/{address}/instances/{id}/transfers. */
export const instanceTransferListOperation = implement(
  listTransfersOfInstance,
  async ({ params, query, ...context }) => {
    const token = hexToBuffer(params.address_hash_param);
    const tokenId = params.token_id_param;
    const count = await findInstanceTransfersCount(context.db, token, tokenId);
    if (count === undefined) return undefined;
    return presentTransfersPage(context, { kind: 'instance', token, tokenId }, query);
  },
);

/** GET /addresses/{address}/token-transfers. */
export const addressTransferListOperation = implement(
  listTransfersOfAddress,
  async ({ params, query, ...context }) =>
    presentTransfersPage(
      context,
      {
        kind: 'address',
        address: hexToBuffer(params.address_hash_param),
        direction: query.filter,
        types: query.type ?? [],
        token: query.token === undefined ? undefined : hexToBuffer(query.token),
      },
      query,
    ),
);

type Cursor = Readonly<{
  block_number?: bigint | undefined;
  index?: bigint | undefined;
  batch_block_hash?: string | undefined;
  batch_log_index?: bigint | undefined;
  batch_transaction_hash?: string | undefined;
  index_in_batch?: bigint | undefined;
  items_count?: bigint | undefined;
}>;

async function presentTransfersPage(context: Context, scope: TransferScope, query: Cursor) {
  const { db, services } = context;
  const size = Number(query.items_count ?? PAGE_SIZE);
  const rows = await listTransfers(db, scope, { start: await findPlace(db, query), limit: size + 1 });
  const { shown } = cutPage(rows, size);
  const instances = await loadInstanceBook(db, shown);
  const parties = shown.flatMap((row) => [row.from_address, row.to_address]);
  const [addresses, tokens] = await Promise.all([
    loadAddressBook(
      db,
      [...parties, ...ownersOf(instances)],
      shown.map((row) => row.called),
    ),
    loadTokenBook(
      db,
      shown.map((row) => row.token_address),
    ),
  ]);
  const items = shown.map((row) => {
    const { transaction_hash: hash, block_hash, block_number, timestamp } = row;
    const transaction = { hash, block_hash, block_number, timestamp };
    const call = { input: row.input, to_address: row.called };
    const method = presentTransferMethod(call, { addresses, signatures: services.signatures });
    return presentTransfer(row, { transaction, method, addresses, tokens, instances });
  });
  return { items, next_page_params: nextPage(shown.at(-1), rows[size]) };
}

/**
 * Where a page begins; undefined for the first. The keys of a batch count only when they name the event right before
 * the plain ones: clients that merge each answer into the query before keep those of a batch that they have walked
 * through.
 */
async function findPlace(db: Database, cursor: Cursor): Promise<TransferPlace | undefined> {
  const { block_number, index, batch_log_index, batch_block_hash, index_in_batch } = cursor;
  if (block_number === undefined || index === undefined) return undefined;
  const place = { block_number: toHeight(block_number), index: toIndex(index), belowIndex: undefined };
  if (batch_log_index !== index - 1n || batch_block_hash === undefined || index_in_batch === undefined)
    return place;
  const block = await findBlock(db, { number: place.block_number });
  const isNamed = block?.hash.equals(hexToBuffer(batch_block_hash));
  if (!isNamed) return place;
  return { ...place, index: toIndex(batch_log_index), belowIndex: toIndex(index_in_batch) };
}

function nextPage(last: ListedTransferRow | undefined, next: ListedTransferRow | undefined) {
  if (!last || !next) return null;
  const { block_number, log_index } = last;
  if (next.block_number !== block_number || next.log_index !== log_index)
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
