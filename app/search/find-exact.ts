import type { SearchItem } from '@/lib/endpoints/search';
import type { ParsedQuery } from '@/lib/format/parse-query';

/** What the API is asked for: the hash, address or height alone, without what stood around it. */
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
 * The one page that a search means, as a path below its chain, judged by what the API found for it: a hash, height or
 * address as it stands, a text when it is the name or symbol of the only thing found. Undefined when there is a choice.
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
  const asked = text.toLowerCase();
  const isNamed = [item.name, item.symbol].some((name) => name?.trim().toLowerCase() === asked);
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
