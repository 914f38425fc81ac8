import { createRequestLimit } from '@/app/limit-requests';
import { respond } from '@/app/send-csv';
import { siteUrl } from '@/app/site-url';
import { listFeedEntries, nameInFeed } from '@/components/address/feed-entries';
import { call } from '@/lib/client/call';
import { findChainList, findOverview } from '@/lib/client/chains';
import { getAddress } from '@/lib/endpoints/address';
import { ADDRESS_HASH } from '@/lib/endpoints/formats';
import { listTransfersOfAddress } from '@/lib/endpoints/token-transfer';
import { listAddressTransactions } from '@/lib/endpoints/transaction';
import { AppError } from '@/lib/errors';
import { writeAtom } from '@/lib/format/atom';

const isWithinLimit = createRequestLimit({ requests: 60, seconds: 60 });
/** Readers of feeds ask every few minutes. */
const CACHED = 'public, max-age=60';

type Params = Readonly<{ chain: string; hash: string }>;

/** What happened at an address last, for readers of feeds. */
export async function GET(_: Request, { params }: { params: Promise<Params> }): Promise<Response> {
  try {
    return await answer(await params);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return respond(503, error.publicMessage, 60);
  }
}

async function answer({ chain: id, hash }: Params): Promise<Response> {
  const chain = (await findChainList())?.find((one) => one.id === id);
  if (chain === undefined || !ADDRESS_HASH.test(hash)) return respond(404, 'Not found');
  if (!(await isWithinLimit())) return respond(429, 'Too many requests', 60);
  // one ID, however the address was written
  const written = hash.toLowerCase();
  const where = { chain: id, params: { address_hash_param: written } };
  const [address, transactions, transfers, overview] = await Promise.all([
    call(getAddress, where),
    call(listAddressTransactions, where),
    call(listTransfersOfAddress, where),
    findOverview(id),
  ]);
  const page = new URL(`/${id}/address/${written}`, siteUrl()).href;
  const text = writeAtom({
    url: `${page}/feed.atom`,
    page,
    emptyAt: overview?.head?.timestamp ?? undefined,
    title: `${nameInFeed({ name: null, hash: written, ...address })} · ${chain.name}`,
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
