import { expect, test } from 'vitest';
import { cleanText } from './clean-text';

test.each([
  ['padding', 'DAI\0\0\0', 'DAI'],
  ['a NUL inside', 'Zero\0Pad', 'ZeroPad'],
  ['spaces around, lines within', '  a\r\n\tb ', 'a b'],
  ['a byte order mark', '\ufeffUSDC', 'USDC'],
  ['direction marks', '\u202ecilbup\u202c \u2066a\u2069', 'cilbup a'],
  ['zero-width characters', 'US\u200bDT\u2060 U\u200dS\u200cD', 'USDT USD'],
  ['fillers and tags', '\u3164a\u{e0041}\u00ad', 'a'],
  ['nothing else', '\0\u200b \u{e0001}', ''],
])('%s is not kept', (_, text, cleaned) => {
  expect(cleanText(text)).toBe(cleaned);
});

test.each(['می\u200cخواهم', 'שלום', 'क्\u200dष', '👩🏽\u200d💻 ❤\ufe0f\u200d🔥', 'ﷺ ₿ 币 é', 'a\ufffdb'])(
  '%s is kept',
  (text) => {
    expect(cleanText(text)).toBe(text);
  },
);

test('a text of several lines keeps them', () => {
  expect(cleanText(' a\0\r\n\n b\tc \n', { hasLines: true })).toBe('a\n\nb c');
});
