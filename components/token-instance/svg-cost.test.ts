import { expect, test } from 'vitest';
import { isDrawableRaster } from './raster-size';
import { isDrawableSvg } from './svg-cost';

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">${content}</svg>`;
const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const many = (count: number, text: string) => Array.from({ length: count }, () => text).join('');
/** Each level uses the one below ten times. */
const laughs = (levels: number) =>
  svg(
    `<g id="l0"><rect/></g>${Array.from({ length: levels }, (_, at) => `<g id="l${at + 1}">${many(10, `<use href="#l${at}"/>`)}</g>`).join('')}`,
  );
const filter = (primitives: number) => `<filter id="f">${many(primitives, '<feGaussianBlur/>')}</filter>`;
const inData = (text: string) => `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`;

/** The header of a square picture, in base64. */
function png(side: number): string {
  const header = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const size = Buffer.alloc(8);
  size.writeUInt32BE(side, 0);
  size.writeUInt32BE(side, 4);
  return Buffer.concat([header, size, Buffer.from('0802000000', 'hex')]).toString('base64');
}

test('a picture is decoded if its header says that it has few enough pixels', () => {
  const isDrawable = (base64: string) => isDrawableRaster(Buffer.from(base64, 'base64'));
  expect([GIF, png(4_096)].map(isDrawable)).toEqual([true, true]);
  const refused = [
    png(12_000),
    png(2 ** 31),
    '',
    'AAAA',
    Buffer.from('<svg width="1" height="1"/>').toString('base64'),
  ];
  expect(refused.map(isDrawable)).toEqual([false, false, false, false, false]);
});

test.each([
  ['shapes', svg(many(2_000, '<rect width="1" height="1" fill="red"/>'))],
  ['a few filters', svg(`${filter(6)}${many(5, '<rect filter="url(#f)"/>')}`)],
  ['gradients', svg('<linearGradient id="g"/><rect fill="url(#g)"/>')],
  ['one level of use', laughs(1)],
  ['text and styles', svg('<style>.a { fill: white; }</style><text class="a">&amp; name</text>')],
  ['an image inside', svg(`<image href="${inData(svg('<rect/>'))}"/>`)],
  ['a reference to nothing', svg('<use href="#nothing"/>')],
  ['an image of pixels inside', svg(`<image xlink:href="data:image/gif;base64,${GIF}"/>`)],
  [
    'what editors leave behind',
    svg(
      '<metadata/><rect inkscape:label="a" data-a="b" style="fill:#fff;stroke:url(#g);font-family:\'A B\'"/>',
    ),
  ],
  [
    'a text that moves along a path',
    svg(
      '<path id="p" d="M0 0h9"/><text style="mix-blend-mode:screen"><textPath href="#p" startOffset="-100%">a b<animate attributeName="startOffset" from="0%" to="100%" dur="30s" repeatCount="indefinite"/></textPath></text>',
    ),
  ],
  [
    'a font',
    svg(
      '<style>@font-face { font-family: A; src: url(data:font/woff2;base64,AA==) } .base, text { fill: rgb(1, 2, 3) }</style><text>a</text>',
    ),
  ],
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
  ['an image of a type without end', svg(`<image href="data:image/${'a'.repeat(500_000)}"/>`)],
  ['turbulence without end', svg(many(30, '<feTurbulence/>'))],
  ['an image inside that multiplies', svg(`<image href="${inData(laughs(8))}"/>`)],
  ['elements without end inside each other', svg(`${many(100, '<g>')}${many(100, '</g>')}`)],
  [
    'uses that multiply by another prefix',
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:q="http://www.w3.org/1999/xlink"><g id="l0"><rect/></g>${Array.from({ length: 8 }, (_, at) => `<g id="l${at + 1}">${many(10, `<use q:href="#l${at}"/>`)}</g>`).join('')}</svg>`,
  ],
  ['a filter function', svg('<rect filter="blur(9px)"/>')],
  ['a filter function in a style', svg('<rect style="filter:blur(9px)"/>')],
  ['a style sheet in CDATA', svg('<style><![CDATA[rect{filter:blur(9px)}]]></style>')],
  ['a style sheet with a comment', svg('<style>rect{fil<!-- -->ter:blur(9px)}</style>')],
  ['a style sheet with an element', svg('<style><g/>rect{fill:red}</style>')],
  ['a style sheet with escapes', svg('<style>rect{f\\69lter:blur(9px)}</style>')],
  [
    'a style sheet with other rules',
    svg('<style>@keyframes a { to { fill: red } } rect { animation: a 1s }</style>'),
  ],
  [
    'a style of another prefix',
    '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:style>rect{filter:blur(9px)}</s:style></s:svg>',
  ],
  ['a style of HTML', svg('<style xmlns="http://www.w3.org/1999/xhtml">rect{fill:red}</style>')],
  ['layers that blend', svg(many(15_000, '<rect style="mix-blend-mode:multiply"/>'))],
  ['layers that blend, by attributes', svg(many(15_000, '<rect mix-blend-mode="multiply"/>'))],
  ['animations', svg(many(4_500, '<rect><animate attributeName="x" to="9" dur="1s"/></rect>'))],
  ['an animated filter', svg('<rect><animate attributeName="filter" to="url(#f)" dur="1s"/></rect>')],
  ['an animation by style', svg('<rect style="animation:a 1s infinite"/>')],
  ['text without end', svg(`<text>${'a'.repeat(60_000)}</text>`)],
  ['a reference with escapes', svg('<rect mask="u\\72l(#p)"/>')],
  ['dashes', svg(many(100, '<path stroke-dasharray="0.001" d="M0 0h9999999"/>'))],
  ['scripts', svg('<script>1</script>')],
  ['foreign objects', svg('<foreignObject/>')],
  ['event handlers', svg('<rect onload="1"/>')],
  ['style sheets from elsewhere', `<?xml-stylesheet href="data:text/css,a"?>${svg('')}`],
  [
    'rules that are compared with every element',
    svg(`<style>${many(100, '.a .b .c { fill: red } ')}</style>${many(9_000, '<g/>')}`),
  ],
  [
    'references that follow each other without end',
    svg(Array.from({ length: 6_000 }, (_, at) => `<g id="a${at}"><use href="#a${at + 1}"/></g>`).join('')),
  ],
  ['an image of too many pixels inside', svg(`<image href="data:image/png;base64,${png(12_000)}"/>`)],
  ['what is no image', svg('<image href="data:text/html,a"/>')],
  ['entities', `<!DOCTYPE svg [<!ENTITY a "aaaa">]>${svg('<text>&a;</text>')}`],
  ['no XML', '<svg><rect></svg>'],
])('%s are not', (_, text) => {
  expect(isDrawableSvg(text)).toBe(false);
});
