import { redirectTo } from '@/app/redirect-to';
import { callExtra } from '@/lib/client/call';
import { type Chain, findChain, findChainList } from '@/lib/client/chains';
import { getFheHandle } from '@/lib/endpoints/fhe-handle';
import { HASH } from '@/lib/endpoints/formats';
import { search } from '@/lib/endpoints/search';
import { getUserOperation } from '@/lib/endpoints/user-operation-info';
import { type ParsedQuery, parseQuery } from '@/lib/format/parse-query';
import { addressPath, findExactPath, lookUpText } from './find-exact';

/** Redirects (303) a search to its only match, otherwise to the result list. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const parsed = parseQuery(searchParams.get('q') ?? '');
  const text = lookUpText(parsed);
  const named = parsed.chainId === undefined ? searchParams.get('chain') : String(parsed.chainId);
  const chains = (await findChainList()) ?? (await listNamed(named));
  const wanted = chains.find((chain) => chain.id === named);
  const here = wanted ?? chains[0];
  if (here === undefined) return redirectTo('/');
  if (text === '') return redirectTo(`/${here.id}`);
  if (parsed.kind === 'page') return redirectTo(`/${here.id}${parsed.path}`);
  const targets = await Promise.all(
    (wanted === undefined ? chains : [wanted]).map((chain) => findTarget(chain, parsed)),
  );
  const exact = targets.find((target) => target !== undefined);
  if (exact !== undefined) return redirectTo(exact);
  // every address has a page, indexed or not
  if (parsed.kind === 'address') return redirectTo(`/${here.id}${addressPath(parsed)}`);
  return redirectTo(`/${here.id}/search?${new URLSearchParams({ q: text })}`);
}

/** The chain given by ID, for API servers without a list of chains. */
async function listNamed(id: string | null): Promise<readonly Chain[]> {
  const chain = id !== null && /^\d{1,20}$/.test(id) ? await findChain(id) : undefined;
  return chain === undefined ? [] : [chain];
}

async function findTarget(chain: Chain, parsed: ParsedQuery): Promise<string | undefined> {
  if (parsed.kind === 'user_operation') return findOperation(chain, parsed.hash);
  const found = await callExtra(search, { chain: chain.id, params: {}, query: { q: lookUpText(parsed) } });
  // servers without search still serve transactions by hash
  const text = lookUpText(parsed);
  if (found === undefined && HASH.test(text)) return `/${chain.id}/tx/${text}`;
  const path = findExactPath(parsed, found?.items ?? []);
  if (path === undefined && parsed.kind === 'handle_or_hash')
    return (await findHandle(chain, parsed.hash)) ?? findOperation(chain, parsed.hash);
  return path && `/${chain.id}${path}`;
}

/** The page of a handle that no operation of the chain produced: an input, or one from another chain. */
async function findHandle(chain: Chain, hash: string): Promise<string | undefined> {
  const handle = await callExtra(getFheHandle, { chain: chain.id, params: { handle_param: hash } });
  return handle && `/${chain.id}/handle/${handle.handle}`;
}

/** The page of a user operation that the chain has. */
async function findOperation(chain: Chain, hash: string): Promise<string | undefined> {
  const operation = await callExtra(getUserOperation, {
    chain: chain.id,
    params: { operation_hash_param: hash },
  });
  return operation && `/${chain.id}/op/${operation.hash}`;
}
