/** A language of the pages; `texts` are by their English, those missing are English. */
export type Language = Readonly<{
  /** BCP 47. */
  code: string;
  direction: 'ltr' | 'rtl';
  texts: Readonly<Record<string, string>>;
}>;

/** The languages of this process. */
type Languages = Readonly<{
  /** Every language there is, English first. */
  codes: readonly string[];
  /** Those texts that scripts need in the browser. */
  ofBrowser: readonly string[];
  /** Of the request that is being answered; undefined outside of one. */
  current(): Language | undefined;
}>;

declare global {
  // Next bundles what answers requests and what draws pages apart: they share nothing but this.
  var languages: Languages | undefined;
}

/** What the sources are written in. */
export const ENGLISH: Language = { code: 'en', direction: 'ltr', texts: {} };
/** ID of the element in which a document brings the texts that scripts need. */
export const TEXTS_ID = 'texts';

let ofDocument: Language | undefined;

/** The language of the request that is being answered, or in a browser of the document; English elsewhere. */
export function currentLanguage(): Language {
  if (typeof document === 'undefined') return globalThis.languages?.current() ?? ENGLISH;
  // another document may have taken its place in the same window
  if (ofDocument?.code !== document.documentElement.lang) ofDocument = readDocument();
  return ofDocument;
}

/** True where texts and numbers are written as in the sources. */
export function isEnglish(): boolean {
  return currentLanguage().code === ENGLISH.code;
}

function readDocument(): Language {
  const { lang, dir } = document.documentElement;
  const texts: unknown = JSON.parse(document.getElementById(TEXTS_ID)?.textContent ?? '{}');
  return { code: lang, direction: dir === 'rtl' ? 'rtl' : 'ltr', texts: Object(texts) };
}
