import { createRequestLimit } from '@/app/limit-requests';
import { siteUrl } from '@/app/site-url';
import { listFeedEntries } from '@/components/address/feed-entries';
import { call, callExtra } from '@/lib/client/call';
import { findChainList } from '@/lib/client/chains';
import { getAddress } from '@/lib/endpoints/address';
import { ADDRESS_HASH } from '@/lib/endpoints/formats';
import { listTransfersOfAddress } from '@/lib/endpoints/token-transfer';
import { listAddressTransactions } from '@/lib/endpoints/transaction';
import { nameOfAddress } from '@/lib/format/address-name';
import { writeAtom } from '@/lib/format/atom';
import { shortenHash } from '@/lib/format/hash';
import { displayText } from '@/lib/format/text';

const isWithinLimit = createRequestLimit({ requests: 60, seconds: 60 });
/** Readers of feeds ask every few minutes. */
const CACHED = 'public, max-age=60';

/** What happened at an address last, for readers of feeds. */
export async function GET(
  _: Request,
  { params }: { params: Promise<{ chain: string; hash: string }> },
): Promise<Response> {
  const { chain: id, hash } = await params;
  const chain = (await findChainList())?.find((one) => one.id === id);
  if (chain === undefined || !ADDRESS_HASH.test(hash)) return new Response('Not found', { status: 404 });
  if (!(await isWithinLimit()))
    return new Response('Too many requests', { status: 429, headers: { 'retry-after': '60' } });
  const where = { chain: id, params: { address_hash_param: hash.toLowerCase() } };
  const [address, transactions, transfers] = await Promise.all([
    call(getAddress, where),
    callExtra(listAddressTransactions, where),
    callExtra(listTransfersOfAddress, where),
  ]);
  const page = new URL(`/${id}/address/${hash}`, siteUrl()).href;
  const text = writeAtom({
    url: `${page}/feed.atom`,
    page,
    title: `${displayText((address && nameOfAddress(address)) ?? shortenHash(hash), 40)} · ${chain.name}`,
    entries: listFeedEntries({
      transactions: transactions?.items ?? [],
      transfers: transfers?.items ?? [],
      symbol: chain.symbol,
      urlOf: (path) => new URL(`/${id}${path}`, siteUrl()).href,
    }),
  });
  return new Response(text, {
    headers: { 'content-type': 'application/atom+xml; charset=utf-8', 'cache-control': CACHED },
  });
}
