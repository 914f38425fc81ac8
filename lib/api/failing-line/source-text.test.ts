import { expect, test } from 'vitest';
import { openSource } from './source-text';

test('lines are counted by bytes, columns by characters', () => {
  const text = openSource('a\r\nä = é;\nlast');
  expect([0, 2, 3, 11].map(text.lineOf)).toEqual([1, 1, 2, 2]);
  expect(text.excerpt({ start: 8, length: 2 })).toEqual({
    ...{ line: 2, column: 5, text: 'é', firstLine: 1, lines: ['a', 'ä = é;', 'last'] },
  });
});

test('an excerpt has five lines on each side, and none that is longer than a page', () => {
  const lines = Array.from({ length: 30 }, (_, at) => (at === 14 ? 'x'.repeat(10_000) : `line ${at + 1}`));
  const text = openSource(lines.join('\n'));
  const start = lines.slice(0, 14).join('\n').length + 1;
  const { line, firstLine, lines: shown, text: expression } = text.excerpt({ start, length: 10_000 });
  expect([line, firstLine, shown.length]).toEqual([15, 10, 11]);
  expect(shown[5]).toHaveLength(301);
  expect(expression).toHaveLength(501);
});

test('a place outside of the text is on its last line', () => {
  const { line, text, lines } = openSource('only').excerpt({ start: 900, length: 9 });
  expect({ line, text, lines }).toEqual({ line: 1, text: '', lines: ['only'] });
});
