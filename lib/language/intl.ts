import { currentLanguage } from './current-language';

/**
 * A formatter of `Intl` in the language of the request, made once per language: making one takes a thousand times as
 * long as using it. Digits are 0 to 9 in every language, as in hashes and addresses.
 */
export function inLanguage<T>(make: (locale: string) => T): () => T {
  const known = new Map<string, T>();
  return () => {
    const { code } = currentLanguage();
    const found = known.get(code) ?? make(`${code}-u-nu-latn`);
    known.set(code, found);
    return found;
  };
}
