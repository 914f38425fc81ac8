import { loadAddressesOf } from '@/lib/api/address/mention-loader';
import { type CallContext, implement } from '@/lib/api/implement';
import { type CursorQuery, inBlock } from '@/lib/api/lists/cursors';
import { implementList, readPage } from '@/lib/api/lists/implement-list';
import { listProvenRanges } from '@/lib/api/proof/query';
import { loadBlockRange } from '@/lib/api/transaction/list-filter-loader';
import { emptyIfPending } from '@/lib/api/transaction/pending-loader';
import { findTransactionPosition } from '@/lib/api/transaction/query';
import { listAddressCoinTransfers, listTransactionCoinTransfers } from '@/lib/endpoints/coin-transfer';
import type { logsCursor } from '@/lib/endpoints/log';
import { hexToBuffer } from '@/lib/evm/hex';
import { presentCoinTransfer } from './present';
import { type CoinTransferRow, listCoinTransfers } from './query';

const list = {
  cursor: {
    position: (query: CursorQuery<typeof logsCursor>) => inBlock.position(query),
    next: ({ block_number, log_index: index }: CoinTransferRow, items_count: number) =>
      inBlock.next({ block_number, index }, items_count),
  },
  present: presentCoinTransfers,
};

/** GET /transactions/{hash}/coin-transfers. */
export const transactionCoinTransfersOperation = implement(listTransactionCoinTransfers, async (call) => {
  const hash = hexToBuffer(call.params.transaction_hash_param);
  if ((await findTransactionPosition(call.db, hash)) === undefined)
    return emptyIfPending(call, hash, () => ({ items: [], next_page_params: null }));
  const scope = { kind: 'transaction', hash } as const;
  return readPage(call, { ...list, read: ({ db }, page) => listCoinTransfers(db, scope, page) });
});

/** GET /addresses/{address}/coin-transfers. */
export const addressCoinTransfersOperation = implementList(listAddressCoinTransfers, {
  ...list,
  read: async ({ db, params, query }, page) => {
    const address = hexToBuffer(params.address_hash_param);
    const blocks = await loadBlockRange(db, query);
    return listCoinTransfers(db, { kind: 'address', address, role: query.filter, blocks }, page);
  },
});

async function presentCoinTransfers({ db }: CallContext, rows: readonly CoinTransferRow[]) {
  const heights = rows.map(({ block_number }) => block_number);
  const [addresses, proven] = await Promise.all([
    loadAddressesOf(db, rows, ({ from, to }) => [from, to]),
    rows.length > 0 ? listProvenRanges(db, { first: Math.min(...heights), last: Math.max(...heights) }) : [],
  ]);
  return rows.map((row) => presentCoinTransfer(row, { addresses, proven }));
}
