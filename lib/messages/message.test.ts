import { afterEach, expect, test } from 'vitest';
import { readLanguages } from '@/lib/language/read-languages';
import { ROOT } from '@/test/support/source-tree';
import { type MessageCode, message, parseMessage, serializeMessage, writeMessage } from './message';
import { TEXTS } from './texts';

const german = readLanguages(`${ROOT}/locales`).languages.find(({ code }) => code === 'de');
const gas = message('out_of_gas', { limit: '21000', used: '20999' });

afterEach(() => {
  globalThis.languages = undefined;
});

function speakGerman(): void {
  globalThis.languages = { codes: ['en', 'de'], ofBrowser: [], current: () => german };
}

test('a sentence has its code and parameters beside the English', () => {
  expect(gas).toEqual({
    message: 'Out of gas: the limit was 21,000, and 20,999 was used.',
    code: 'out_of_gas',
    params: { limit: '21000', used: '20999' },
  });
  expect(message('accounts_ranked_in_part', { count: 3, block: 7, unknown: 0 }).message).toMatch(
    /with their balances at block 7\. Other accounts/,
  );
});

test('every code has a text of its own in every language', () => {
  const codes: readonly string[] = Object.keys(TEXTS);
  const isCode = (code: string): code is MessageCode => codes.includes(code);
  speakGerman();
  const written = codes.filter(isCode).map((code) => writeMessage(message(code)).text);
  expect(new Set(written).size).toBe(codes.length);
  expect(codes.filter(isCode).filter((code, at) => written[at] === message(code).message)).toEqual([]);
});

test('a page says it in its language, and what has no known code as it came', () => {
  expect(writeMessage({ message: 'as it came', code: 'out_of_gas' })).toEqual({ text: 'as it came' });
  speakGerman();
  expect(writeMessage(gas)).toEqual({
    text: 'Das Gas ging aus: Das Limit war 21.000, und 20.999 wurde verbraucht.',
  });
  for (const code of [undefined, 'of_another_api', 'constructor'])
    expect(writeMessage({ message: 'execution reverted', code })).toEqual({
      text: 'execution reverted',
      lang: 'en',
    });
});

test('a sentence that was stored is the same again, one without a code too', () => {
  for (const one of [gas, { message: '{a lone brace' }, { message: 'no roots' }])
    expect(parseMessage(serializeMessage(one))).toEqual(one);
  expect(parseMessage(null)).toBeUndefined();
});
