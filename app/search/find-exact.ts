import type { SearchItem } from '@/lib/endpoints/search';
import type { ParsedQuery } from '@/lib/format/parse-query';

/** The API's search text: the bare hash, address or height. */
export function lookUpText(parsed: ParsedQuery): string {
  switch (parsed.kind) {
    case 'transaction':
    case 'handle_or_hash':
    case 'user_operation':
      return parsed.hash;
    case 'address':
    case 'token_instance':
      return parsed.address;
    case 'block':
      return String(parsed.block);
    case 'page':
      return parsed.path;
    default:
      return parsed.text;
  }
}

/**
 * Path below the chain if a search has a single target: a hash, height or address, or a text that is the name or symbol
 * of the only result. Undefined if ambiguous.
 */
export function findExactPath(parsed: ParsedQuery, items: readonly SearchItem[]): string | undefined {
  switch (parsed.kind) {
    case 'page':
      return parsed.path;
    case 'text':
      return items.length === 1 ? pathOfNamed(items[0], parsed.text) : undefined;
    case 'address':
    case 'token_instance':
      return items.length === 0 ? undefined : pathOfAddress(parsed, items);
    default:
      return items.map((item) => pathOfExact(item, parsed)).find((path) => path !== undefined);
  }
}

/** The first digits of an address: a match is exact, whatever its name. */
const UNMISTAKABLE = /^0x[0-9a-f]+$/i;

function pathOfNamed(item: SearchItem | undefined, text: string): string | undefined {
  if (item === undefined) return undefined;
  const wanted = text.toLowerCase();
  if (item.type === 'transaction') return `/tx/${item.transaction_hash}`;
  if (item.type === 'block') return `/block/${item.block_number}`;
  if (item.type !== 'token') {
    const isExact = UNMISTAKABLE.test(text) || item.name?.trim().toLowerCase() === wanted;
    return isExact ? `/address/${item.address_hash}` : undefined;
  }
  const isNamed = [item.name, item.symbol].some((name) => name?.trim().toLowerCase() === wanted);
  return isNamed ? `/token/${item.address_hash}` : undefined;
}

function pathOfAddress(
  parsed: Extract<ParsedQuery, { kind: 'address' | 'token_instance' }>,
  items: readonly SearchItem[],
): string {
  const token = items.find((item) => item.type === 'token');
  if (token === undefined) return addressPath(parsed);
  if (parsed.kind === 'token_instance') return `/token/${parsed.address}/instance/${parsed.tokenId}`;
  return `/${parsed.isToken ? 'token' : 'address'}/${parsed.address}${parsed.tab ?? ''}`;
}

function pathOfExact(item: SearchItem, parsed: ParsedQuery): string | undefined {
  if (item.type === 'transaction') {
    const isHandle = 'hash' in parsed && item.transaction_hash.toLowerCase() !== parsed.hash.toLowerCase();
    return isHandle ? `/handle/${parsed.hash}` : `/tx/${item.transaction_hash}${parsed.tab ?? ''}`;
  }
  if (item.type !== 'block') return undefined;
  return `/block/${parsed.kind === 'block' ? item.block_number : item.block_hash}${parsed.tab ?? ''}`;
}

/** Path of an address below the chain; the tab is that of a link to an address, not to a token. */
export function addressPath(parsed: Extract<ParsedQuery, { kind: 'address' | 'token_instance' }>): string {
  const hasTab = parsed.kind === 'address' && !parsed.isToken;
  return `/address/${parsed.address}${hasTab ? (parsed.tab ?? '') : ''}`;
}
