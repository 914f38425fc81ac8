import { ImageResponse } from 'next/og';
import { createRequestLimit } from '@/app/limit-requests';
import { ReceiptCard } from '@/components/transaction/receipt-card';
import { findNetChanges, getPageTransaction, type Params } from './load';

export const size = { width: 1200, height: 630 };
export const contentType = 'image/png';
export const alt = 'The receipt of a transaction: status, what it did, amounts, block and time';

/** Bounded, because a reorganization may replace the block. */
const MAX_AGE_SECONDS = 3_600;
/** Rendering is CPU-bound, so it is rate-limited per client. */
const isWithinLimit = createRequestLimit({ requests: 30, seconds: 60 });

/** Open Graph image of a transaction. */
export default async function TransactionImage({ params }: { params: Params }): Promise<Response> {
  const page = await getPageTransaction(params);
  const { chain, transaction } = page;
  if (!(await isWithinLimit())) return new Response(null, { status: 429, headers: { 'retry-after': '60' } });
  const seconds = transaction.block_number === null ? 0 : MAX_AGE_SECONDS;
  const known = { net: await findNetChanges(page), chainId: chain.id };
  return new ImageResponse(<ReceiptCard {...{ transaction, chain, known }} />, {
    ...size,
    headers: { 'cache-control': `public, max-age=${seconds}` },
  });
}
