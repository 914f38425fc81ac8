import type { WrittenMessage } from '@/lib/messages/message';

/** A sentence; marked if its language is not that of the page. */
export function Written({ text, lang }: WrittenMessage) {
  if (lang === undefined) return text;
  return (
    <span lang={lang} dir="ltr">
      {text}
    </span>
  );
}
