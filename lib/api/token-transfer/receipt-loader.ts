import { loadAddresses, loadInstances, loadTokensOf } from '@/lib/api/address/mention-loader';
import type { CallContext } from '@/lib/api/implement';
import { withNames } from '@/lib/api/names/loader';
import { loadTransactionPrices } from '@/lib/api/price/loader';
import { presentTransferMethod } from '@/lib/api/transaction/call-present';
import type { TransactionRow } from '@/lib/api/transaction/query';
import type { TransferContext } from './present';
import type { TokenTransferRow } from './query';

/** Loads what presents transfers of a transaction whose block is not indexed: what is known of its tokens and parties. */
export async function loadReceiptTransfers(
  context: CallContext,
  row: TransactionRow,
  transfers: readonly TokenTransferRow[],
): Promise<TransferContext> {
  const { db } = context;
  const parties = transfers.flatMap(({ from_address, to_address }) => [from_address, to_address]);
  const [addresses, tokens, instances, pricesAt] = await Promise.all([
    loadAddresses(db, [row.to_address, ...parties], [row.to_address]),
    loadTokensOf(db, transfers),
    loadInstances(db, transfers),
    loadTransactionPrices(context, row, transfers),
  ]);
  const method = await withNames(context, (signatures) =>
    presentTransferMethod(row, { addresses, signatures }),
  );
  return { transaction: row, method, addresses, tokens, instances, pricesAt };
}
