import { createElement, Fragment, type ReactNode } from 'react';
import { currentLanguage } from '@/lib/language/current-language';
import { buildMessage } from '@/lib/language/format-message';

/** What a name in braces stands for, or what a tag makes of its words. */
export type RichValues = Readonly<Record<string, ReactNode | bigint | ((words: ReactNode) => ReactNode)>>;

/** `t` with elements: `rich('in block {block}, <link>all</link>', { block: <BlockLink … />, link: (words) => <a …>{words}</a> })`. */
export function rich(english: string, values: RichValues): ReactNode {
  const { code, texts } = currentLanguage();
  return buildMessage<ReactNode>(texts[english] ?? english, code, {
    value: (name) => nodeOf(values[name]),
    tag: (name, words) => {
      const draw = values[name];
      return typeof draw === 'function' ? draw(words) : words;
    },
    join: (parts) => (parts.length === 1 ? parts[0] : createElement(Fragment, undefined, ...parts)),
    choice: (name) => {
      const value = values[name];
      return typeof value === 'number' || typeof value === 'bigint' ? value : String(value);
    },
  });
}

function nodeOf(value: RichValues[string]): ReactNode {
  return typeof value === 'function' ? undefined : value;
}
