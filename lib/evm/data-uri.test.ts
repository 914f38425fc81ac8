import { expect, test } from 'vitest';
import { decodeDataUri } from './data-uri';

const read = (uri: string) => {
  const decoded = decodeDataUri(Buffer.from(uri));
  return decoded && [decoded.mediaType, decoded.data.toString()];
};

test('base64 and text are read, whatever stands between', () => {
  expect(read('data:application/json;base64,eyJhIjoxfQ==')).toEqual(['application/json', '{"a":1}']);
  expect(read('data:application/json;utf8,{"a":"b,c"}')).toEqual(['application/json', '{"a":"b,c"}']);
  expect(read('DATA:Image/SVG+xml;charset=utf-8,%3Csvg%20/%3E')).toEqual(['image/svg+xml', '<svg />']);
  expect(read('data:,plain')).toEqual(['', 'plain']);
  expect(read(' data: text/plain ; base64 ,aGk')).toEqual(['text/plain', 'hi']);
});

test('malformed escapes stay as they are', () => {
  expect(read('data:,100% of 50%2')).toEqual(['', '100% of 50%2']);
  expect(read('data:,%')).toEqual(['', '%']);
  expect(read('data:,%zz%41')).toEqual(['', '%zzA']);
});

test('bytes that are no UTF-8 are kept', () => {
  const decoded = decodeDataUri(Buffer.concat([Buffer.from('data:,'), Buffer.of(0xff, 0, 0x80)]));
  expect(decoded?.data).toEqual(Buffer.of(0xff, 0, 0x80));
});

test('anything else is no data URI', () => {
  expect(read('https://example.org/1.json')).toBeUndefined();
  expect(read('data:application/json;base64')).toBeUndefined();
  expect(read(`data:${'x'.repeat(300)},text`)).toBeUndefined();
  expect(read('')).toBeUndefined();
});
