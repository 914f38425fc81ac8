import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SearchResults } from './search-results';

test('the kind of a declaration is said once, and is not guessed where it is declared', () => {
  const signatures = [
    { key: '0xa9059cbb', signature: 'function transfer(address to, uint256 value)' },
    { key: '0xa9059cbb', signature: 'transfer(address,uint256)' },
    { key: '0x6a12f104', signature: 'error InsufficientETH()' },
    { key: `0x${'dd'.repeat(32)}`, signature: 'event Transfer(address from)' },
  ].map((one) => ({ ...one, source: 'shipped' as const }));
  const html = renderToStaticMarkup(
    createElement(SearchResults, { items: [], signatures, text: 'x', chain: { id: '1', name: 'Demo' } }),
  );
  const lines = html
    .split('<li')
    .slice(1)
    .map((line) =>
      line
        .slice(line.indexOf('>'))
        .match(/(?<=>)[^<>]+(?=<)/g)
        ?.filter((text) => text.trim() !== '')
        .slice(0, 2),
    );
  expect(lines).toEqual([
    ['Function', 'transfer(address to, uint256 value)'],
    ['Function or error', 'transfer(address,uint256)'],
    ['Error', 'InsufficientETH()'],
    ['Event', 'Transfer(address from)'],
  ]);
});
