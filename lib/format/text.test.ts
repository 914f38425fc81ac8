import { describe, expect, test } from 'vitest';
import { displayText } from './text';

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
