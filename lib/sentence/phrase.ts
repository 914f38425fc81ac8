import { currentLanguage } from '@/lib/language/current-language';
import { buildMessage } from '@/lib/language/format-message';
import { englishOf, type Msg } from '@/lib/language/t';

/**
 * A message of which names in braces stand for parts with a form of their own, as the parts of a sentence. `choices`
 * are for `select`.
 */
export function phrase<Part>(
  text: string | Msg,
  parts: Readonly<Record<string, readonly (string | Part)[]>>,
  choices: Readonly<Record<string, string>> = {},
): (string | Part)[] {
  const english = englishOf(text);
  const { code, texts } = currentLanguage();
  return buildMessage<(string | Part)[]>(texts[english] ?? english, code, {
    value: (name) => [...(parts[name] ?? [])],
    tag: (_, words) => words,
    join: (all) => all.flat(),
    choice: (name) => choices[name] ?? '',
  });
}
