import { expect, test } from 'vitest';
import { chooseLanguage } from './choose-language';

const CODES = ['en', 'de', 'pt-BR', 'zh-Hant'];
const choose = (accepted: string | undefined, chosen?: string) => chooseLanguage(CODES, { chosen, accepted });

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['DE-at', 'de'],
  ['fr, de;q=0.5', 'de'],
  ['en;q=0.2, de;q=0.8', 'de'],
  ['de;q=0, en', 'en'],
  ['pt', 'pt-BR'],
  ['pt-BR, en', 'pt-BR'],
  ['zh-Hant-TW', 'zh-Hant'],
  ['den', 'en'],
  ['*', 'en'],
  ['fr, *;q=0.1', 'en'],
  ['de;q=x, ,;q=1', 'en'],
  [`${'fr,'.repeat(1_000)}de`, 'en'],
])('a browser that accepts %j gets %s', (accepted, code) => {
  expect(choose(accepted)).toBe(code);
});

test('what the visitor chose comes first, if there is such a language', () => {
  expect(choose('de', 'en')).toBe('en');
  expect(choose('en', 'de')).toBe('de');
  expect(choose('de', 'xx')).toBe('de');
});
