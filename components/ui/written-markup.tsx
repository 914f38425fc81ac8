'use client';

import { createElement } from 'react';

type Props = Readonly<{
  tag: string;
  attributes: Readonly<Record<string, string | number | undefined>>;
  /** Given with a navigation; a document has it in its HTML only. */
  html?: string | undefined;
  id?: string | undefined;
}>;

/** HTML of previous documents, for back navigation. */
const SEEN = new Map<string, string>();

/** Draws what `Markup` wrote: React does not look into it, and a document does not carry it twice. */
export function WrittenMarkup({ tag, attributes, html, id = '' }: Props) {
  return createElement(tag, {
    ...attributes,
    'data-markup': html === undefined ? id : undefined,
    suppressHydrationWarning: true,
    dangerouslySetInnerHTML: { __html: html ?? recall(id) },
  });
}

function recall(id: string): string {
  if (typeof document === 'undefined') return globalThis.markupHandover?.find(id) ?? '';
  const html = SEEN.get(id) ?? document.querySelector(`[data-markup="${id}"]`)?.innerHTML ?? '';
  SEEN.set(id, html);
  return html;
}
