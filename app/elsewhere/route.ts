import { redirectTo } from '@/app/redirect-to';
import { requestedPath, requestedQuery } from '@/app/requested-path';
import { listChains } from '@/lib/client/chains';
import { linkPath } from '@/lib/format/link-path';
import { isLinkName, parseQuery } from '@/lib/format/parse-query';

/** Paths of this site other than pages. */
const PAGE_AS_DATA = /\.(json|csv|md)$/;

/**
 * Redirects a link without a chain, or in the form of another explorer, to the page that it means; one of a page of ours
 * that is not understood, as it is, to the default chain; anything else is searched for. proxy.ts leads here.
 */
export async function GET(): Promise<Response> {
  const [path, query] = await Promise.all([requestedPath(), requestedQuery()]);
  const parsed = parseQuery(`${path}${query}`);
  const named = /^\/(\d{1,20})\//.exec(path)?.[1];
  // below a chain only what is understood leads here
  const isData = named === undefined && PAGE_AS_DATA.test(path);
  const text = isData ? undefined : textOf(parsed, named);
  if (text !== undefined) return redirectTo(`/search?${new URLSearchParams({ q: text })}`);
  const target = isData ? undefined : linkPath(parsed);
  const chain = named ?? (await listChains())[0]?.id;
  return redirectTo(chain === undefined ? '/' : `/${chain}${target ?? `${path}${query}`}`);
}

/** Targets that need a search: names, ambiguous hashes, and user operations without a chain. */
function textOf(parsed: ReturnType<typeof parseQuery>, chain: string | undefined): string | undefined {
  switch (parsed.kind) {
    case 'text':
      return isLinkName(/^\/([^/?]*)/.exec(parsed.text)?.[1]?.toLowerCase() ?? '')
        ? undefined
        : parsed.text.replace(/^\//, '');
    case 'handle_or_hash':
      return parsed.hash;
    case 'user_operation':
      return chain === undefined ? `/op/${parsed.hash}` : undefined;
    default:
      return undefined;
  }
}
