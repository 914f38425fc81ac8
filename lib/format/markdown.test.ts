import { expect, test } from 'vitest';
import { markdownCode, markdownFacts, markdownTable, markdownText } from './markdown';

test('text of a chain stays text: no link, no markup, no second line, no new cell', () => {
  expect(markdownText('[Claim](https://evil.example)')).toBe('\\[Claim\\]\\(https\\://evil\\.example\\)');
  expect(markdownText('www.evil.example a@b.c')).toBe('www\\.evil\\.example a\\@b\\.c');
  expect(markdownText('# One\n| two | <img src=x>')).toBe('\\# One␊\\| two \\| \\<img src=x\\>');
  expect(markdownText('a'.repeat(500))).toHaveLength(121);
  expect(markdownText('WETH 9. Version')).toBe('WETH 9. Version');
});

test('code cannot be ended by what it holds', () => {
  expect(markdownCode('transfer(address)`|x')).toBe('`transfer(address)ˋ¦x`');
});

test('facts without a value are left out; a table has a line per row', () => {
  expect(
    markdownFacts([
      ['Block', '5'],
      ['Time', undefined],
    ]),
  ).toBe('- **Block:** 5');
  expect(
    markdownTable(
      ['a', 'b'],
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ),
  ).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |');
});
