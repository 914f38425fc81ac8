import { readdirSync, readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { formatMessage } from './format-message';

const FOLDER = new URL('../../locales/', import.meta.url);
const english = z
  .object({ browser: z.array(z.string()), pages: z.array(z.string()) })
  .parse(JSON.parse(readFileSync(new URL('en.json', FOLDER), 'utf8')));
const sources = [...english.browser, ...english.pages];
const translations = readdirSync(FOLDER)
  .filter((name) => name !== 'en.json')
  .map((name) => {
    const json: unknown = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'));
    return { code: name.replace('.json', ''), texts: z.record(z.string(), z.string()).parse(json) };
  });
const messages = [
  ...sources.map((text) => ['en', text] as const),
  ...translations.flatMap(({ code, texts }) => Object.values(texts).map((text) => [code, text] as const)),
];
const COUNTS = [0, 1, 2, 5, 11, 21, 1_234_567];

test('every text is put together as FormatJS does', () => {
  expect(messages.length).toBeGreaterThan(2_000);
  const differences = messages.flatMap(([locale, message]) =>
    COUNTS.flatMap((count) => {
      const given = Object.fromEntries(namesOf(message).map((name) => [name, count]));
      const tags = Object.fromEntries(tagsOf(message).map((tag) => [tag, join]));
      const theirs = new IntlMessageFormat(message, locale).format({ ...given, ...tags });
      const ours = formatMessage(message, locale, given);
      const shown = Array.isArray(theirs) ? theirs.join('') : String(theirs);
      // they write a number in braces as the language does, which we leave to what is given
      return normalize(ours) === normalize(shown) ? [] : [`${locale} ${count}: ${ours} / ${shown}`];
    }),
  );
  expect(differences).toEqual([]);
});

test('an amount beyond all numbers chooses its form, too', () => {
  const message = '{count, plural, one {# block} other {# blocks}}';
  expect(formatMessage(message, 'en', { count: 10n ** 21n })).toBe('1,000,000,000,000,000,000,000 blocks');
  expect(formatMessage(message, 'en', { count: 1n })).toBe('1 block');
});

test('languages with other forms have theirs', () => {
  const message = '{n, plural, =0 {keine} one {# блок} few {# блока} many {# блоков} other {# блока}}';
  expect([0, 1, 3, 5, 21].map((n) => formatMessage(message, 'ru', { n }))).toEqual([
    'keine',
    '1 блок',
    '3 блока',
    '5 блоков',
    '21 блок',
  ]);
});

test('what is chosen may hold values and tags, which may hold what is chosen', () => {
  const message =
    '{state, select, done {sent <b>{what}</b>} other {wanted {n, plural, one {#} other {# of}}}}';
  expect(formatMessage(message, 'en', { state: 'done', what: '{n}' })).toBe('sent {n}');
  expect(formatMessage(message, 'en', { state: 'x', n: 2 })).toBe('wanted 2 of');
});

test.each(['{', '}', '{a', '{a, plural, one {}', '<b>x', 'x</b>', '<b>{a</b>}', '{a, plural, one {# {b}'])(
  '%s is no message',
  (message) => {
    expect(() => formatMessage(message, 'en', {})).toThrow(SyntaxError);
  },
);

const join = (parts: string[]) => parts.join('');
const normalize = (text: string) => text.replace(/(?<=\d)[.,\u00a0\u202f](?=\d{3})/g, '');
const namesOf = (message: string) =>
  [...message.matchAll(/\{(\w+)\s*[,}]/g)].flatMap(([, name]) => name ?? []);
const tagsOf = (message: string) => [...message.matchAll(/<(\w+)>/g)].flatMap(([, name]) => name ?? []);
