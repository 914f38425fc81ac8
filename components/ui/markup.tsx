import { createElement, type ReactNode } from 'react';
import { toHtml } from './to-html';
import { WrittenMarkup } from './written-markup';

type Props = Readonly<{
  tag: 'tbody' | 'ol' | 'ul' | 'section' | 'svg';
  attributes: Readonly<Record<string, string | number | undefined>>;
  children: ReactNode;
}>;

/**
 * Many rows without anything for React to do in the browser. They are written as HTML once: otherwise each document has
 * them a second time, as React's own copy, and the browser compares both.
 */
export function Markup({ tag, attributes, children }: Props) {
  const html = toHtml(children, Markup);
  if (html === undefined) return createElement(tag, attributes, children);
  const id = globalThis.markupHandover?.keep(html);
  const shared = { tag, attributes };
  return id === undefined ? <WrittenMarkup {...shared} html={html} /> : <WrittenMarkup {...shared} id={id} />;
}
