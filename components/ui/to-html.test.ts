import { createElement, Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { toHtml } from './to-html';

const h = createElement;
const HOSTILE = `</td><script>alert("1")</script>' & ‮ \u0000 <!-- ]]>`;

function Cell({ text }: { text: string }) {
  return h('td', { title: text, 'data-same': text }, text);
}

async function Later() {
  return h('b', null, 'later');
}

async function Broken(): Promise<ReactNode> {
  throw new Error('not this time');
}

/** But for the slash of empty tags and the case of names, which HTML ignores. */
function sameAsReact(node: ReactNode): void {
  const written = renderToStaticMarkup(h(Fragment, null, node));
  expect(toHtml(node)).toBe(written.replaceAll('/>', '>').replaceAll('colSpan', 'colspan'));
}

test('writes elements, components, fragments and lists as React does', () => {
  sameAsReact(
    h('tr', { id: 'log-1', className: 'data-row' }, [
      h(Cell, { key: 1, text: 'plain' }),
      h(
        'td',
        { key: 2, colSpan: 2, hidden: true, 'aria-hidden': true, 'data-off': false },
        0,
        '',
        12n,
        null,
        false,
      ),
      h(Fragment, { key: 3 }, 'a', h('br'), h('img', { src: '/x.png', alt: '', loading: 'lazy' }), h('wbr')),
    ]),
  );
});

test('writes drawings with the names of SVG', () => {
  sameAsReact(
    h(
      'svg',
      { viewBox: '0 0 7 7', preserveAspectRatio: 'none', 'aria-hidden': 'true', className: 'identicon' },
      h('path', {
        d: 'M0 0h7',
        strokeWidth: 7,
        strokeDasharray: '2 1',
        fillOpacity: 0.5,
        vectorEffect: 'none',
      }),
      h('text', { textAnchor: 'end', dominantBaseline: 'middle', fontSize: 11 }, 'x'),
    ),
  );
});

test('escapes every text and every value', () => {
  sameAsReact(h('td', { title: HOSTILE, id: HOSTILE }, HOSTILE));
  sameAsReact(h(Cell, { text: HOSTILE }));
  expect(toHtml(HOSTILE)).not.toContain('<');
});

test('writes a wrapper as the element that it stands for', () => {
  const Wrapper = (_: { tag: string; attributes: object; children?: ReactNode }) => null;
  const inner = h(
    Wrapper,
    { tag: 'ol', attributes: { className: 'calls', tabIndex: 0 } },
    h('li', null, 'one'),
  );
  expect(toHtml(h('td', null, inner), Wrapper)).toBe(
    '<td><ol class="calls" tabindex="0"><li>one</li></ol></td>',
  );
});

test('keeps the line break that a parser drops', () => {
  sameAsReact(h('pre', null, '\nfirst'));
});

test('writes links of the site and of the web, and no other scheme', () => {
  for (const href of ['/1/tx/0x12?a=b#c', '?page=2', '#log-1', 'https://example.org/a:b', 'plain', ''])
    sameAsReact(h('a', { href }, 'x'));
  for (const href of ['javascript:alert(1)', ' javascript:alert(1)', 'java\nscript:alert(1)', 'vbscript:x'])
    expect(toHtml(h('a', { href }, 'x')), href).toBeUndefined();
});

test.each([
  ['an asynchronous component', h(Later)],
  ['one that fails', h(Broken)],
  ['a listener', h('button', { onClick: () => undefined }, 'x')],
  [
    'a component of the browser',
    h(Object.assign(() => null, { $$typeof: Symbol.for('react.client.reference') })),
  ],
  ['a field with a state', h('input', { defaultValue: 'x' })],
  ['a style, which the policy refuses', h('p', { style: { color: 'red' } })],
  ['a script', h('script', null, '1')],
  ['a name that would end its tag', h('p', { 'a><script>': '' })],
])('leaves %s to React', (_, node) => {
  expect(toHtml(h('td', null, 'before', node))).toBeUndefined();
});

test('what a component throws is not hidden: React waits for promises that way', () => {
  const Failing = () => {
    throw new Error('suspended');
  };
  expect(() => toHtml(h(Failing))).toThrow('suspended');
});
