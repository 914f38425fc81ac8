import { matches } from '@/components/search/page-actions';
import type { Suggestion } from '@/components/search/suggestion';
import { type ChartSection, searchCharts } from '@/components/stats/search-charts';
import type { SearchItem } from '@/lib/endpoints/search';
import { shortenHash } from '@/lib/format/hash';
import { groupDigits } from '@/lib/format/number';
import type { ParsedQuery } from '@/lib/format/parse-query';
import { displayText } from '@/lib/format/text';
import { formatUtcShort } from '@/lib/format/time';
import { t } from '@/lib/language/t';

const MAX_NAME = 60;
const MAX_CHARTS = 4;

/** A search result as a suggestion. */
export function suggestItem(chainId: string, item: SearchItem): Suggestion {
  const to = (path: string) => `/${chainId}${path}`;
  switch (item.type) {
    case 'transaction':
      return {
        kind: t('Transaction'),
        text: shortenHash(item.transaction_hash),
        note: item.timestamp === null ? t('pending') : formatUtcShort(item.timestamp),
        href: to(`/tx/${item.transaction_hash}`),
      };
    case 'block':
      return {
        kind: t('Block'),
        text: `#${groupDigits(item.block_number)}`,
        note: formatUtcShort(item.timestamp),
        href: to(`/block/${item.block_number}`),
      };
    case 'token': {
      const names = [item.symbol, item.name].flatMap((name) =>
        name === null ? [] : displayText(name, MAX_NAME),
      );
      const text = names.join(' · ') || t('Unnamed token');
      return {
        kind: item.token_type ?? t('Token'),
        text: item.reputation === 'scam' ? t('{name} (reported as scam)', { name: text }) : text,
        note: shortenHash(item.address_hash),
        href: to(`/token/${item.address_hash}`),
      };
    }
    default:
      return {
        kind: item.type === 'contract' ? t('Contract') : t('Address'),
        text: item.name === null ? item.address_hash : displayText(item.name, MAX_NAME),
        note: item.name === null ? '' : shortenHash(item.address_hash),
        href: to(`/address/${item.address_hash}`),
      };
  }
}

/** A page of the chain, by its path below it. */
export function suggestPage(chainId: string, path: string): Suggestion {
  return { kind: t('Page'), text: path, note: '', href: `/${chainId}${path}` };
}

/** The charts that a text finds. */
export function suggestCharts(
  chainId: string,
  catalog: readonly ChartSection[],
  parsed: ParsedQuery,
): Suggestion[] {
  if (parsed.kind !== 'text') return [];
  return (
    searchCharts(catalog, parsed.text)
      .flatMap((section) => section.charts)
      // not by a word within a description: "uni" is not about units
      .filter(({ id, title }) => matches(`${title} ${id}`, parsed.text))
      .slice(0, MAX_CHARTS)
      .map(({ id, title }) => ({
        kind: t('Chart'),
        text: title,
        note: '',
        href: `/${chainId}/stats/${encodeURIComponent(id)}`,
      }))
  );
}
