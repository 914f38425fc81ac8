import { findChainPage } from '@/lib/pages/chain-pages';
import { SITE_PAGES } from '@/lib/pages/site-pages';
import { isLinkName, type ParsedQuery, parseQuery } from './parse-query';

/** Our pages of one thing, below a chain. */
const OWN_PAGES: ReadonlySet<string> = new Set([
  ...['tx', 'address', 'token', 'block', 'op', 'handle', 'flow', 'search'],
]);

/** What has its own path without a chain, whatever follows; proxy.ts leads to the last three. */
const OF_SITE: ReadonlySet<string> = new Set([
  ...SITE_PAGES.map(({ path }) => path.split('/')[1] ?? ''),
  ...['', 'brand', 'embed', 'live', 'search', 'elsewhere', 'problem', 'view'],
]);
/** The name of a token, or of a page of another explorer; no file. */
const WORD = /^[a-z][\w-]*$/i;

/** Path below the chain that a link leads to, as far as known without the API. */
export function linkPath(parsed: ParsedQuery): string | undefined {
  const tab = parsed.tab ?? '';
  switch (parsed.kind) {
    case 'transaction':
      return `/tx/${parsed.hash}${tab}`;
    case 'address':
      return `/${parsed.isToken ? 'token' : 'address'}/${parsed.address}${tab}`;
    case 'token_instance':
      return `/token/${parsed.address}/instance/${parsed.tokenId}`;
    case 'block':
      return `/block/${parsed.block}${tab}`;
    case 'user_operation':
      return `/op/${parsed.hash}`;
    case 'page':
      return parsed.path;
    default:
      return undefined;
  }
}

/**
 * Whether a path of this site, with its query, is a link to be followed: without a chain what is no page of the site and
 * names a page or anything to look for, below a chain what is no page of ours and names one of another explorer.
 */
export function isLink(pathname: string, search: string): boolean {
  const [first = '', second = ''] = pathname.split('/').slice(1);
  if (/^\d{1,20}$/.test(first)) {
    // ours are in lower case
    const isOwn = findChainPage(`/${second}`) !== undefined || OWN_PAGES.has(second);
    return !isOwn && WORD.test(second) && linkPath(parseQuery(`${pathname}${search}`)) !== undefined;
  }
  if (OF_SITE.has(first)) return false;
  return (
    WORD.test(pathname.slice(1)) ||
    isLinkName(first.toLowerCase()) ||
    parseQuery(`${pathname}${search}`).kind !== 'text'
  );
}
