import { loadCatalog } from '@/app/[chain]/stats/load-catalog';
import { createRequestLimit } from '@/app/limit-requests';
import { callExtra } from '@/lib/client/call';
import { type Chain, findChain, findChainList } from '@/lib/client/chains';
import { search } from '@/lib/endpoints/search';
import { AppError } from '@/lib/errors';
import { parseQuery } from '@/lib/format/parse-query';
import { findExactPath, lookUpText } from '../find-exact';
import { suggestCharts, suggestItem, suggestPage } from '../suggest-item';

const isWithinLimit = createRequestLimit({ requests: 40, seconds: 10 });
const MAX_ITEMS = 10;
const MAX_TEXT = 2048;

/** Suggestions for a text (`q`) on a chain (`chain`, or else the default one), as the palette shows them. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const text = (searchParams.get('q') ?? '').slice(0, MAX_TEXT);
  if (!(await isWithinLimit())) return answer(429, [], { 'retry-after': '10' });
  try {
    const parsed = parseQuery(text);
    const named = parsed.chainId === undefined ? searchParams.get('chain') : String(parsed.chainId);
    const chain = await chooseChain(named);
    if (chain === undefined || text.trim() === '') return answer(200, []);
    if (parsed.kind === 'page') return answer(200, [suggestPage(chain.id, parsed.path)]);
    const query = { q: lookUpText(parsed) };
    const [found, catalog] = await Promise.all([
      callExtra(search, { chain: chain.id, params: {}, query }),
      parsed.kind === 'text' ? loadCatalog(chain) : [],
    ]);
    const items = (found?.items ?? []).slice(0, MAX_ITEMS).map((item) => suggestItem(chain.id, item));
    // the tab of a link is kept
    const path = parsed.tab === undefined ? undefined : findExactPath(parsed, found?.items ?? []);
    if (path !== undefined) {
      const [first] = items;
      return answer(200, first === undefined ? [] : [{ ...first, href: `/${chain.id}${path}` }]);
    }
    return answer(200, [...items, ...suggestCharts(chain.id, catalog, parsed)]);
  } catch (error) {
    if (error instanceof AppError) return answer(503, []);
    throw error;
  }
}

async function chooseChain(id: string | null): Promise<Chain | undefined> {
  if (id === null) return (await findChainList())?.[0];
  return /^\d{1,20}$/.test(id) ? findChain(id) : undefined;
}

function answer(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } });
}
