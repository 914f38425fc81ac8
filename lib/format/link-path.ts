import { isOwnName } from './explorer-pages';
import { isLinkName, type ParsedQuery, parseQuery } from './parse-query';

/** Our pages of one thing, below a chain. */
const OWN_PAGES: ReadonlySet<string> = new Set(['tx', 'address', 'token', 'block', 'op', 'search']);

/** Path below the chain of what a link means, as far as that is known without the API. */
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
 * Whether a path of this site, with its query, is a link to be followed: without a chain one of any explorer, ours
 * included, below a chain only one that is not ours.
 */
export function isLink(pathname: string, search: string): boolean {
  const [first = '', second = ''] = pathname.split('/').slice(1);
  if (!/^\d{1,20}$/.test(first)) return first.toLowerCase() !== 'search' && isLinkName(first.toLowerCase());
  // ours are in lower case
  const isOwn = isOwnName(second) || OWN_PAGES.has(second);
  return (
    !isOwn && isLinkName(second.toLowerCase()) && linkPath(parseQuery(`${pathname}${search}`)) !== undefined
  );
}
