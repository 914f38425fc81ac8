import type { SearchItem } from '@/lib/endpoints/search';
import type { ParsedQuery } from '@/lib/format/parse-query';

/** The API's search text: the bare hash, address or height. */
export function lookUpText(parsed: ParsedQuery): string {
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

/**
 * Path below the chain if a search has a single target: a hash, height or address, or a text that is the name or symbol
 * of the only result. Undefined if ambiguous.
 */
export function findExactPath(parsed: ParsedQuery, items: readonly SearchItem[]): string | undefined {
  switch (parsed.kind) {
    case 'text':
      return items.length === 1 ? pathOfNamed(items[0], parsed.text) : undefined;
    case 'address':
    case 'token_instance':
      return items.length === 0 ? undefined : pathOfAddress(parsed, items);
    default:
      return items.map((item) => pathOfExact(item, parsed)).find((path) => path !== undefined);
  }
}

function pathOfNamed(item: SearchItem | undefined, text: string): string | undefined {
  if (item?.type !== 'token') return undefined;
  const wanted = text.toLowerCase();
  const isNamed = [item.name, item.symbol].some((name) => name?.trim().toLowerCase() === wanted);
  return isNamed ? `/token/${item.address_hash}` : undefined;
}

function pathOfAddress(
  parsed: Extract<ParsedQuery, { kind: 'address' | 'token_instance' }>,
  items: readonly SearchItem[],
): string {
  const token = items.find((item) => item.type === 'token');
  if (token === undefined) return `/address/${parsed.address}`;
  if (parsed.kind === 'token_instance') return `/token/${parsed.address}/instance/${parsed.tokenId}`;
  return parsed.isToken ? `/token/${parsed.address}` : `/address/${parsed.address}`;
}

function pathOfExact(item: SearchItem, parsed: ParsedQuery): string | undefined {
  if (item.type === 'transaction') return `/tx/${item.transaction_hash}`;
  if (item.type !== 'block') return undefined;
  return `/block/${parsed.kind === 'block' ? item.block_number : item.block_hash}`;
}
