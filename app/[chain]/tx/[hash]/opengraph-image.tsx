import { SHARE_SECONDS, sendShareImage } from '@/app/share-image';
import { ReceiptCard } from '@/components/transaction/receipt-card';
import { getPageTransaction, knownOf, type Params } from './load';

export const size = { width: 1200, height: 630 };
export const contentType = 'image/png';
export const alt = 'The receipt of a transaction: status, what it did, amounts, block and time';

/** Open Graph image of a transaction. */
export default async function TransactionImage({ params }: { params: Params }): Promise<Response> {
  const page = await getPageTransaction(params);
  const { chain, transaction } = page;
  const known = knownOf(page);
  const isConfirmed = transaction.block_number !== null && transaction.is_pending_update !== true;
  const seconds = isConfirmed ? SHARE_SECONDS : 0;
  return sendShareImage((brand) => <ReceiptCard {...{ brand, transaction, chain, known }} />, seconds);
}
