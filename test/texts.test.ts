import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { expect, test } from 'vitest';
import { readLanguages } from '@/lib/language/read-languages';
import { collectTexts, formatTexts } from '../scripts/texts.mjs';
import { ROOT } from './support/source-tree';

const FOLDER = join(ROOT, 'locales');
const { texts, faults } = collectTexts();
const all = [...texts.browser, ...texts.pages];
const others = readLanguages(FOLDER).languages.filter(({ code }) => code !== 'en');

test('locales/en.json has the texts of the sources: run node scripts/texts.mjs', () => {
  expect(faults).toEqual([]);
  expect(readFileSync(join(FOLDER, 'en.json'), 'utf8')).toBe(formatTexts(texts));
});

test('there is a language besides English, and each is named by a BCP 47 code', () => {
  expect(others.map(({ code }) => code)).toContain('de');
  for (const { code } of others) expect(Intl.getCanonicalLocales(code)).toEqual([code]);
  expect(readdirSync(FOLDER)).toHaveLength(others.length + 1);
});

test.each(others)('$code has every text, and no other', ({ texts: translated }) => {
  expect(Object.keys(translated).sort()).toEqual([...all].sort());
});

test.each(others)(
  '$code has the names, tags and plural forms that its texts need',
  ({ code, texts: translated }) => {
    const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
    const wrong = Object.entries(translated).flatMap(([english, text]) => {
      const [wanted, found] = [partsOf(parse(english)), partsOf(parse(text))];
      const isSame = [...wanted.names].sort().join() === [...found.names].sort().join();
      const lacks = found.plurals.filter((plural) => forms.some((form) => !plural.includes(form)));
      return isSame && lacks.length === 0 ? [] : [text];
    });
    expect(wrong).toEqual([]);
  },
);

type Parts = { names: Set<string>; plurals: string[][] };

/** Names and tags of a message, and the forms of its plurals. */
function partsOf(elements: readonly MessageFormatElement[]): Parts {
  const parts: Parts = { names: new Set(), plurals: [] };
  const add = (element: MessageFormatElement) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return;
    parts.names.add(element.type === TYPE.tag ? `<${element.value}>` : element.value);
    if (element.type === TYPE.tag) element.children.forEach(add);
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return;
    if (element.type === TYPE.plural) parts.plurals.push(Object.keys(element.options));
    for (const option of Object.values(element.options)) option.value.forEach(add);
  };
  elements.forEach(add);
  return parts;
}
