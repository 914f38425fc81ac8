import type { WrittenSentence } from '@/lib/format/api-sentences';

/** A sentence; marked if its language is not that of the page. */
export function Sentence({ text, lang }: WrittenSentence) {
  if (lang === undefined) return text;
  return (
    <span lang={lang} dir="ltr">
      {text}
    </span>
  );
}
