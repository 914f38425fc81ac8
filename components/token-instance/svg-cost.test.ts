import { expect, test } from 'vitest';
import { isDrawableSvg } from './svg-cost';

const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`;
const many = (count: number, text: string) => Array.from({ length: count }, () => text).join('');
/** Each level uses the one below ten times. */
const laughs = (levels: number) =>
  svg(
    `<g id="l0"><rect/></g>${Array.from({ length: levels }, (_, at) => `<g id="l${at + 1}">${many(10, `<use href="#l${at}"/>`)}</g>`).join('')}`,
  );
const filter = (primitives: number) => `<filter id="f">${many(primitives, '<feGaussianBlur/>')}</filter>`;
const inData = (text: string) => `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`;

test.each([
  ['shapes', svg(many(2_000, '<rect width="1" height="1" fill="red"/>'))],
  ['a few filters', svg(`${filter(6)}${many(5, '<rect filter="url(#f)"/>')}`)],
  ['gradients', svg('<linearGradient id="g"/><rect fill="url(#g)"/>')],
  ['one level of use', laughs(1)],
  ['text and styles', svg('<style>.a { fill: white; }</style><text class="a">&amp; name</text>')],
  ['an image inside', svg(`<image href="${inData(svg('<rect/>'))}"/>`)],
  ['a reference to nothing', svg('<use href="#nothing"/>')],
])('%s are drawn', (_, text) => {
  expect(isDrawableSvg(text)).toBe(true);
});

test.each([
  ['too many elements', svg(many(20_001, '<rect/>'))],
  ['thousands of filters', svg(`${filter(20)}${many(1_000, '<rect filter="url(#f)"/>')}`)],
  ['a filter in a style attribute', svg(`${filter(20)}${many(1_000, '<rect style="filter:url(#f)"/>')}`)],
  ['a filter by a style sheet', svg(`${filter(1)}<style>rect{filter:url(#f)}</style><rect/>`)],
  ['uses that multiply', laughs(8)],
  ['a use of itself', svg('<g id="a"><use href="#a"/></g>')],
  [
    'patterns that use each other',
    svg('<pattern id="a" fill="url(#b)"/><pattern id="b" fill="url(#a)"/><rect fill="url(#a)"/>'),
  ],
  ['turbulence without end', svg(many(30, '<feTurbulence/>'))],
  ['an image inside that multiplies', svg(`<image href="${inData(laughs(8))}"/>`)],
  ['elements without end inside each other', svg(`${many(100, '<g>')}${many(100, '</g>')}`)],
  ['entities', `<!DOCTYPE svg [<!ENTITY a "aaaa">]>${svg('<text>&a;</text>')}`],
  ['no XML', '<svg><rect></svg>'],
])('%s are not', (_, text) => {
  expect(isDrawableSvg(text)).toBe(false);
});
