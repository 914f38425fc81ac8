import { redirectToDefaultChain } from '@/app/default-chain';
import { linkPath } from '@/lib/format/link-path';
import { parseQuery } from '@/lib/format/parse-query';

/** Redirects to the default chain's transactions; `?block=` and `?a=` name a block or an address, as elsewhere. */
export async function GET(request: Request): Promise<Response> {
  const { search } = new URL(request.url);
  return redirectToDefaultChain(linkPath(parseQuery(`/txs${search}`)) ?? '/txs');
}
