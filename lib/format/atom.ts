/** An entry of a feed; texts are untrusted, `updated` is an ISO date. */
export type FeedEntry = Readonly<{ url: string; title: string; updated: string }>;
/** A feed, with the ISO date of an empty one: to when it is known that nothing happened. */
export type Feed = Readonly<{
  url: string;
  page: string;
  title: string;
  entries: readonly FeedEntry[];
  emptyAt?: string | undefined;
}>;

const NEVER = '1970-01-01T00:00:00Z';
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A feed as Atom (RFC 4287), everything in it escaped; the URL of an entry is its ID. */
export function writeAtom({ url, page, title, entries, emptyAt = NEVER }: Feed): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${escapeXml(page)}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<updated>${escapeXml(entries[0]?.updated ?? emptyAt)}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(url)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(page)}"/>`,
    `<author><name>${escapeXml(new URL(page).host)}</name></author>`,
    ...entries.map(writeEntry),
    '</feed>',
    '',
  ].join('\n');
}

function writeEntry({ url, title, updated }: FeedEntry): string {
  return [
    `<entry><id>${escapeXml(url)}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<updated>${escapeXml(updated)}</updated>`,
    `<link href="${escapeXml(url)}"/></entry>`,
  ].join('');
}

/** XML has no characters for most controls, nor for lone surrogates. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
