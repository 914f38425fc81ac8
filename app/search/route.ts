import { redirectTo } from '@/app/redirect-to';
import { call } from '@/lib/client/call';
import { type Chain, listChains } from '@/lib/client/chains';
import { type ParsedQuery, parseQuery } from '@/lib/format/parse-query';
import { checkSearchRedirect } from '@/lib/spec/search';

/** Where a search leads: to the one transaction it means (303), else to the list of what was found on the chain. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const parsed = parseQuery(searchParams.get('q') ?? '');
  const text = lookUpText(parsed);
  const chains = await listChains();
  const named = parsed.chainId === undefined ? searchParams.get('chain') : String(parsed.chainId);
  const wanted = chains.find((chain) => chain.id === named);
  const here = wanted ?? chains[0];
  if (here === undefined) return redirectTo('/');
  if (text === '') return redirectTo(`/${here.id}`);
  const targets = await Promise.all(
    (wanted === undefined ? chains : [wanted]).map((chain) => findTransactionPath(chain, text)),
  );
  const exact = targets.find((target) => target !== undefined);
  return redirectTo(exact ?? `/${here.id}/search?${new URLSearchParams({ q: text })}`);
}

async function findTransactionPath(chain: Chain, text: string): Promise<string | undefined> {
  const target = await call(checkSearchRedirect, { chain: chain.id, params: {}, query: { q: text } });
  return target?.type === 'transaction' && target.parameter !== null
    ? `/${chain.id}/tx/${target.parameter}`
    : undefined;
}

/** What the API is asked for: the hash, address or height alone, without what stood around it. */
function lookUpText(parsed: ParsedQuery): string {
  switch (parsed.kind) {
    case 'transaction':
    case 'handle_or_hash':
      return parsed.hash;
    case 'address':
    case 'token_instance':
      return parsed.address;
    case 'block':
      return String(parsed.block);
    default:
      return parsed.text;
  }
}
