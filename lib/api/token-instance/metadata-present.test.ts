import { expect, test } from 'vitest';
import { findMedia, parseMetadata, presentMetadata, presentUrl, readMedia } from './metadata-present';

const parse = (json: string) => parseMetadata(Buffer.from(json));
const present = (json: string) => presentMetadata(parse(json) ?? {});
const base64 = (text: string) => Buffer.from(text).toString('base64');

test('only an object is metadata', () => {
  expect(parse('{"name":"One"}')).toEqual({ name: 'One' });
  for (const json of ['[]', '"text"', 'null', '7', '', '{', '\u0000']) expect(parse(json)).toBeUndefined();
  expect(parseMetadata(Buffer.of(0xff, 0xfe))).toBeUndefined();
  expect(parse(`${'['.repeat(200_000)}`)).toBeUndefined();
});

test('size, depth and texts are bounded', () => {
  expect(present('{"a":{"b":{"c":{"d":{"e":{"f":{"g":1}}}}}}}')).toEqual({
    a: { b: { c: { d: { e: { f: null } } } } },
  });
  const deep = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
  expect(JSON.stringify(present(deep)).length).toBeLessThan(100);
  const wide = present(JSON.stringify({ list: Array(5_000).fill('x'), after: 'y' }));
  expect(JSON.stringify(wide).length).toBeLessThan(2_000);
  expect(String(present(JSON.stringify({ name: 'n'.repeat(9_000) })).name)).toHaveLength(2_000);
  expect(present('{"a":1e999,"b":true,"c":0,"d":""}')).toEqual({ a: null, b: true, c: 0, d: '' });
});

test('names that mean something to objects do no harm', () => {
  const shown = present('{"__proto__":{"polluted":1},"constructor":"c","toString":"t"}');
  expect(Object.keys(shown)).toEqual(['constructor', 'toString']);
  expect(Object.getPrototypeOf(shown)).toBe(Object.prototype);
  expect(findMedia({}, ['constructor', 'toString'])).toEqual({ inline: null, external: null });
});

test('an image inside is given with base64, whatever it was written in', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"></svg>';
  const url = `data:image/svg+xml;base64,${base64(svg)}`;
  for (const text of [url, `data:image/svg+xml;utf8,${svg}`, svg, `data:image/svg+xml,${encodeURI(svg)}`])
    expect(readMedia(text)).toEqual({ inline: { url, type: 'image/svg+xml' }, external: null });
  expect(readMedia('data:image/jpg;base64,AAAA').inline?.type).toBe('image/jpeg');
});

test('what is elsewhere is text; scripts and pages are nothing', () => {
  for (const url of ['https://a.example/1.png', 'ipfs://Qm/1', 'ar://x', 'HTTP://A'])
    expect(readMedia(url)).toEqual({ inline: null, external: url });
  const nothing = { inline: null, external: null };
  for (const text of ['javascript:alert(1)', 'data:text/html,<script>', 'file:///etc/passwd', '', 'Qm123'])
    expect(readMedia(text)).toEqual(nothing);
  expect(readMedia(`https://${'x'.repeat(3_000)}`)).toEqual(nothing);
  expect(presentUrl({ toString: () => 'https://a' })).toBeNull();
});

test('the first member that shows something counts', () => {
  const found = findMedia({ image: '', image_url: 7, image_data: 'https://b.example' }, [
    'image',
    'image_url',
    'image_data',
  ]);
  expect(found.external).toBe('https://b.example');
});
