import { redirectTo } from '@/app/redirect-to';
import { call } from '@/lib/client/call';
import { type Chain, listChains } from '@/lib/client/chains';
import { readSearchText } from '@/lib/format/search-text';
import { checkSearchRedirect } from '@/lib/spec/search';

/** Where a search leads: to the one transaction it means (303), else to the list of what was found on the chain. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const typed = searchParams.get('q') ?? '';
  const text = readSearchText(typed);
  const chains = await listChains();
  const here = chains.find((chain) => chain.id === searchParams.get('chain')) ?? chains[0];
  if (here === undefined) return redirectTo('/');
  if (text === '') return redirectTo(`/${here.id}`);
  const others = searchParams.has('chain') ? [] : chains.filter((chain) => chain !== here);
  const targets = await Promise.all([here, ...others].map((chain) => findTransactionPath(chain, text)));
  const exact = targets.find((target) => target !== undefined);
  return redirectTo(exact ?? `/${here.id}/search?${new URLSearchParams({ q: text })}`);
}

async function findTransactionPath(chain: Chain, text: string): Promise<string | undefined> {
  const target = await call(checkSearchRedirect, { chain: chain.id, params: {}, query: { q: text } });
  return target?.type === 'transaction' && target.parameter !== null
    ? `/${chain.id}/tx/${target.parameter}`
    : undefined;
}
