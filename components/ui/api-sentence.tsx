import { translateSentence } from '@/lib/format/api-sentences';

/** A sentence of the API: translated if it is one of a fixed set, else marked as English. Nothing without one. */
export function ApiSentence({ text }: { text: string | null | undefined }) {
  if (text == null) return null;
  const translated = translateSentence(text);
  if (translated !== undefined) return translated;
  return (
    <span lang="en" dir="ltr">
      {text}
    </span>
  );
}
