import { ENGLISH, type Language, TEXTS_ID } from '@/lib/language/current-language';

/** What scripts in the browser write in another language, for `currentLanguage`; nothing in English. */
export function BrowserTexts({ language: { code, texts } }: { language: Language }) {
  if (code === ENGLISH.code) return null;
  const wanted = globalThis.languages?.ofBrowser ?? [];
  const known = Object.fromEntries(
    wanted.flatMap((text) => (texts[text] === undefined ? [] : [[text, texts[text]]])),
  );
  // no text can end the element
  const json = JSON.stringify(known).replaceAll('<', '\\u003c');
  return (
    <script
      id={TEXTS_ID}
      type="application/json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own texts, as JSON; React would escape its quotes
      dangerouslySetInnerHTML={{ __html: json }}
    />
  );
}
