import { expect, test } from 'vitest';
import { readForm } from './read-form';
import { fromFiles } from './standard-input';

const multipart = (parts: string) => readForm(Buffer.from(parts), 'multipart/form-data; boundary="b b"');
const part = (name: string) => `--b b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n1\r\n`;
const TOO_MANY = { problem: expect.stringContaining('at most 500') };

test('a form of too many parts is refused before it is taken apart', async () => {
  const urlEncoded = (text: string) => readForm(Buffer.from(text), 'application/x-www-form-urlencoded');
  expect(await urlEncoded('a=1&b=2')).toEqual({ fields: { a: '1', b: '2' }, files: [] });
  expect(await urlEncoded('a&'.repeat(2_400_000))).toEqual(TOO_MANY);
  expect(await multipart(`${part('a')}${part('b')}--b b--\r\n`)).toMatchObject({
    fields: { a: '1', b: '1' },
  });
  expect(await multipart(`${part('a').repeat(60_000)}--b b--\r\n`)).toEqual(TOO_MANY);
  const elsewhere = 'multipart/form-data; xboundary=none; boundary="b b"';
  expect(await readForm(Buffer.from(part('a').repeat(60_000)), elsewhere)).toEqual(TOO_MANY);
  expect(await multipart('no part')).toEqual({ problem: 'The body is neither a form nor JSON.' });
});

test('no more libraries are looked for in the sources than a form has', () => {
  const file = { name: 'a.sol', text: 'library L1 {} contract A {}' };
  const withLibraries = (count: number) =>
    fromFiles([file], {
      libraries: JSON.stringify(
        Object.fromEntries(Array.from({ length: count }, (_, at) => [`L${at}`, `0x${'11'.repeat(20)}`])),
      ),
    });
  expect(withLibraries(10)).toMatchObject({
    settings: { libraries: { 'a.sol': { L1: `0x${'11'.repeat(20)}` } } },
  });
  expect(withLibraries(11)).toEqual({ problem: expect.stringContaining('at most 10 addresses') });
});

test('a field is read as it was written', async () => {
  const body = Buffer.from('a=1+2%2B3%20%C3%A9&a=b+c&d=%&e');
  expect(await readForm(body, 'application/x-www-form-urlencoded; charset=utf-8')).toEqual({
    fields: { a: 'b c', d: '%', e: '' },
    files: [],
  });
  expect(await readForm(Buffer.from('a=1+2%2B3%20%C3%A9'), 'application/x-www-form-urlencoded')).toEqual({
    fields: { a: '1 2+3 é' },
    files: [],
  });
});

test('JSON of too many values is none', async () => {
  const names = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`field number ${at}`, 1.5])));
  const read = (text: string) => readForm(Buffer.from(text), 'application/json');
  expect(await read(names(20_001))).toEqual({ problem: 'The body is neither a form nor JSON.' });
  expect(await read(names(10_000))).toMatchObject({ fields: { 'field number 1': '1.5' } });
});
