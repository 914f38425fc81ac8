import type { Address } from '@/lib/endpoints/address-mention';
import { parseInteger } from '@/lib/format/amount';
import { markdownText } from '@/lib/format/markdown';
import { groupDigits } from '@/lib/format/number';
import { coinText } from './amount';

/** Context of a chain's Markdown pages: the chain, and the URL of the page without a suffix. */
export type MarkdownContext = Readonly<{
  chain: Readonly<{ id: string; name: string; symbol: string }>;
  url: string;
}>;

/** An address in full, and its name, which anyone can choose. */
export function markdownAddress({ hash, name }: Pick<Address, 'hash' | 'name'>): string {
  return name === null ? `\`${hash}\`` : `\`${hash}\` (${markdownText(name, 60)})`;
}

/** An exact amount of the coin; undefined if it is not known. */
export function markdownCoin(wei: string | null, symbol: string): string | undefined {
  const value = parseInteger(wei);
  return value === undefined ? undefined : `${coinText(String(value), markdownText(symbol, 16))}`;
}

/** A grouped integer; undefined if it is not known. */
export function markdownCount(count: string | number | bigint | null | undefined): string | undefined {
  return count === null || count === undefined ? undefined : groupDigits(count);
}

/** Sections with a blank line between them, without those that are undefined; then where the page and its data are. */
export function markdownPage(
  { url }: MarkdownContext,
  sections: readonly (string | undefined)[],
  more: readonly string[] = [],
): string {
  const links = [`Page: <${url}>`, `JSON: <${url}.json>`, ...more].map((link) => `- ${link}`);
  const known = [...sections, '## More', links.join('\n')].filter((section) => section);
  return `${known.join('\n\n')}\n`;
}
