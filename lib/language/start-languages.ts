import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { chooseLanguage } from './choose-language';
import { ENGLISH, type Language } from './current-language';
import { readLanguages } from './read-languages';

/** Paths without a language: data, documentation, images for other sites. */
const ENGLISH_PATH = /\.(json|csv|md|xml|txt)$|\/csv(\/|$)|^\/docs\/|\/opengraph-image/;
const COOKIE = /(?:^|;)\s*language=([\w-]{1,20})\s*(?:;|$)/;

/** Runs a request handler in the request's language. */
export type InLanguage = <Result>(request: IncomingMessage, answer: () => Result) => Result;

/** Offers `globalThis.languages`, those of a folder like `locales/`, to the pages of this process. */
export function startLanguages(folder: string): InLanguage {
  const { languages, english } = readLanguages(folder);
  const requests = new AsyncLocalStorage<Language>();
  const codes = languages.map(({ code }) => code);
  globalThis.languages = { codes, ofBrowser: english.browser, current: () => requests.getStore() };
  return (request, answer) => {
    const chosen = languageOf(request, codes);
    return requests.run(languages.find(({ code }) => code === chosen) ?? ENGLISH, answer);
  };
}

function languageOf({ url = '', headers }: IncomingMessage, codes: readonly string[]): string {
  const path = url.split('?', 1)[0] ?? '';
  if (ENGLISH_PATH.test(path)) return ENGLISH.code;
  const chosen = COOKIE.exec(headers.cookie ?? '')?.[1];
  return chooseLanguage(codes, { chosen, accepted: headers['accept-language'] });
}
