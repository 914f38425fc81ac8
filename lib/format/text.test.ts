import { describe, expect, test } from 'vitest';
import { displaySource, displayText, readableText } from './text';

describe('displayText', () => {
  test.each([
    ['Demo Dollar', 'Demo Dollar'],
    ['before\u0000after', 'before␀after'],
    ['a\u001b[31mb\u007f', 'a␛[31mb␡'],
    ['paid \u202e000,1', 'paid \ufffd000,1'],
    ['US\u200bDC\ufeff', 'US\ufffdDC\ufffd'],
    ['half \ud83d', 'half \ufffd'],
    ['🪐 Saturn', '🪐 Saturn'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ])('%j', (text, shown) => {
    expect(displayText(text)).toBe(shown);
  });

  test('cuts by characters, not by halves of one', () => {
    expect(displayText('🪐'.repeat(50), 10)).toBe(`${'🪐'.repeat(10)}…`);
    expect(displayText('🪐'.repeat(10), 10)).toBe('🪐'.repeat(10));
  });

  test('bounds a text of a megabyte', () => {
    expect(displayText('x'.repeat(1_000_000)).length).toBe(121);
  });
});

test('bytes are text only when people could have written them', () => {
  const hex = (text: string) => `0x${Buffer.from(text).toString('hex')}`;
  expect(readableText(hex('Ad astra per aspera ✨'))).toBe('Ad astra per aspera ✨');
  expect(readableText(hex('two\nlines'))).toBe('two\nlines');
  expect(readableText(hex('x'.repeat(4_095) + 'é'.repeat(9)))).toBe('x'.repeat(4_095));
  for (const bytes of [
    '0x',
    '0x41424344',
    '0x41642061',
    '0xa9059cbb00000000',
    hex('a\0bcdef'),
    '0xff41424344',
  ])
    expect(readableText(bytes), bytes).toBeUndefined();
});

describe('displaySource', () => {
  test('keeps lines, turns tabs into spaces, and hides nothing', () => {
    expect(displaySource('a\r\n\tb\rc\n// \u202eevil\u0000', 100)).toBe('a\n  b\nc\n// \ufffdevil␀');
  });

  test('is cut', () => {
    expect(displaySource('line\n'.repeat(10), 12)).toBe('line\nline\nli…');
    expect(displaySource('whole', 5)).toBe('whole');
  });
});
