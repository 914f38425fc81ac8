import { currentLanguage } from './current-language';
import { formatMessage, type Values } from './format-message';

/** A text of the catalogue, by its English. */
export type Msg = Readonly<{ english: string }>;

/** A text that was made with `t` already, or is to be. */
export const textOf = (text: string | Msg): string => (typeof text === 'string' ? text : t(text));

/** The English of a text. */
export const englishOf = (text: string | Msg): string => (typeof text === 'string' ? text : text.english);

const NONE: Values = {};

/**
 * A text in the language of the request, by its English: `t('Blocks')`,
 * `t('{count, plural, one {# block} other {# blocks}}', { count })`. To be called while a page is drawn, not before.
 */
export function t(text: string | Msg, values: Values = NONE): string {
  const english = englishOf(text);
  const { code, texts } = currentLanguage();
  return formatMessage(texts[english] ?? english, code, values);
}

/** Marks a text of the catalogue that is written before any page is drawn, to be given to `t` then. */
export function msg(english: string): Msg {
  return { english };
}
