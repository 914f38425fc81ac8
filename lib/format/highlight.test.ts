import { expect, test } from 'vitest';
import { highlightLines } from './highlight';

const kinds = (source: string, language: string | null = 'solidity') =>
  highlightLines(source, language, { from: 1, to: 1_000 }).map(({ parts }) =>
    parts.map(({ kind, text }) => (kind === undefined ? text : `${kind}:${text}`)),
  );

test('keywords, types, numbers, strings, comments and calls of Solidity', () => {
  expect(kinds('uint256 x = f(0x1f, 1_000); // "no string"\nemit Log("a\\"b /* c");')).toEqual([
    [
      'type:uint256',
      ' x = ',
      'function:f',
      '(',
      'number:0x1f',
      ', ',
      'number:1_000',
      '); ',
      'comment:// "no string"',
    ],
    ['keyword:emit', ' ', 'function:Log', '(', 'string:"a\\"b /* c"', ');'],
  ]);
});

test('a comment over several lines is one on each, also without an end', () => {
  expect(kinds('/* a\nb */ if\r\n/* c\rd')).toEqual([
    ['comment:/* a'],
    ['comment:b */', ' ', 'keyword:if'],
    ['comment:/* c'],
    ['comment:d'],
  ]);
});

test('comments of Vyper begin with #', () => {
  expect(kinds('# note\ndef f(): # more\n  """doc\n  """', 'vyper')).toEqual([
    ['comment:# note'],
    ['keyword:def', ' ', 'function:f', '(): ', 'comment:# more'],
    ['  ', 'comment:"""doc'],
    ['comment:  """'],
  ]);
});

test('only the lines that are asked for, within what came before them', () => {
  const [line, ...others] = highlightLines('/*\nfor\n*/\nfor', 'solidity', { from: 2, to: 2 });
  expect(line?.parts).toEqual([{ kind: 'comment', text: 'for' }]);
  expect(others).toEqual([]);
});

test('every character of a source is in one part', () => {
  const source = 'a\t/ "open\n\'open\\\n\\ \ud83d\ude00 $x é \u202e<b>';
  const shown = kinds(source).map((parts) => parts.map((part) => part.replace(/^[a-z]+:/, '')).join(''));
  expect(shown).toEqual(['a  / "open', "'open\\", '\\ \ud83d\ude00 $x é \ufffd<b>']);
});

test('a long line is cut, and says so', () => {
  const [line] = highlightLines('x = "'.repeat(10_000), 'solidity', { from: 1, to: 1 });
  expect(line?.isCut).toBe(true);
  expect(line?.parts.map(({ text }) => text).join('').length).toBeLessThan(2_100);
});

test.each([["\\'"], ['"'], ['/*'], ["'\\\n"], ['"""'], ['/'], ['new '], ['0x'], ['é'], ['catch  ']])(
  'what repeats %j without end is highlighted all the same',
  (text) => {
    const source = text.repeat(200_000).slice(0, 500_000);
    expect(highlightLines(source, 'solidity', { from: 1, to: 10 }).length).toBeGreaterThan(0);
    expect(highlightLines(source, 'vyper', { from: 1, to: 10 }).length).toBeGreaterThan(0);
  },
);

test('what is far down in a huge source is plain', () => {
  const source = `${'// a\n'.repeat(200_000)}for`;
  const lines = { from: 200_000, to: 200_001 };
  expect(highlightLines(source, 'solidity', lines).map(({ parts }) => parts)).toEqual([
    [{ text: '// a' }],
    [{ text: 'for' }],
  ]);
  expect(highlightLines(source, 'solidity', { from: 1, to: 1 })[0]?.parts).toEqual([
    { kind: 'comment', text: '// a' },
  ]);
});
