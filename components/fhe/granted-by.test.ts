import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { GrantedBy } from './granted-by';

test('a card, which has no head of the column, says what the address is', () => {
  const html = renderToStaticMarkup(createElement(GrantedBy, { caller: null }));
  expect(html).toBe('<span class="text-soft md:hidden">Granted by </span>–');
});
