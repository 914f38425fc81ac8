import { ImageResponse } from 'next/og';
import { createRequestLimit } from '@/app/limit-requests';
import { ReceiptCard } from '@/components/transaction/receipt-card';
import { getPageTransaction, type Params } from './load';

export const size = { width: 1200, height: 630 };
export const contentType = 'image/png';
export const alt = 'The receipt of a transaction: status, what it did, amounts, block and time';

/** Long enough to be shared; a block may still be replaced. */
const KEPT_SECONDS = 3_600;
/** Drawing takes a fraction of a second of the processor: nobody may order many. */
const isWithinLimit = createRequestLimit({ requests: 30, seconds: 60 });

/** The picture that stands beside a shared link to a transaction. */
export default async function TransactionImage({ params }: { params: Params }): Promise<Response> {
  const { chain, transaction } = await getPageTransaction(params);
  if (!(await isWithinLimit())) return new Response(null, { status: 429, headers: { 'retry-after': '60' } });
  const seconds = transaction.block_number === null ? 0 : KEPT_SECONDS;
  return new ImageResponse(<ReceiptCard transaction={transaction} chain={chain} />, {
    ...size,
    headers: { 'cache-control': `public, max-age=${seconds}` },
  });
}
