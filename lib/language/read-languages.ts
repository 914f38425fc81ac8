import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Language } from './current-language';

/** Scripts that are written from right to left, by ISO 15924. */
const RIGHT_TO_LEFT = /^(Arab|Hebr|Thaa|Syrc|Nkoo|Adlm|Rohg)$/;

const SOURCE = z.object({ browser: z.array(z.string()), pages: z.array(z.string()) });
const TRANSLATION = z.record(z.string(), z.string());

/** What `locales/` has: the English texts, those of them for scripts in the browser, and every language by its file. */
export function readLanguages(folder: string): Readonly<{
  languages: readonly Language[];
  english: z.infer<typeof SOURCE>;
}> {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const others = readdirSync(folder)
    .filter((name) => name.endsWith('.json') && name !== 'en.json')
    .sort()
    .map((name) => languageOf(name.replace(/\.json$/, ''), TRANSLATION.parse(read(name))));
  return { languages: [languageOf('en', {}), ...others], english: SOURCE.parse(read('en.json')) };
}

function languageOf(code: string, texts: Readonly<Record<string, string>>): Language {
  const { script = '' } = new Intl.Locale(code).maximize();
  return { code, direction: RIGHT_TO_LEFT.test(script) ? 'rtl' : 'ltr', texts };
}
