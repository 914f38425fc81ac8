import type { ParsedQuery } from './parse-query';

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
    default:
      return undefined;
  }
}
