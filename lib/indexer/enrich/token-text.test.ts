import { encodeAbiParameters } from 'viem';
import { expect, test } from 'vitest';
import { hexToBuffer } from '@/lib/evm/hex';
import { decodeTokenText, toSearchText } from './token-text';

const encode = (text: Buffer) =>
  hexToBuffer(encodeAbiParameters([{ type: 'bytes' }], [`0x${text.toString('hex')}`]));

test('a string is taken as received, NUL bytes and invalid UTF-8 included', () => {
  const text = Buffer.from([0x41, 0x00, 0xff, 0xc3]);
  expect(decodeTokenText(encode(text))).toEqual(text);
});

test('a bytes32 ends at its first zero byte', () => {
  expect(decodeTokenText(Buffer.concat([Buffer.from('MKR'), Buffer.alloc(29)]))?.toString()).toBe('MKR');
  expect(decodeTokenText(Buffer.alloc(32, 0x61))?.length).toBe(32);
});

test('a long text is cut between characters', () => {
  const text = decodeTokenText(encode(Buffer.from(`a${'é'.repeat(600)}`)));
  expect(text?.length).toBe(999);
  expect(text?.toString()).toBe(`a${'é'.repeat(499)}`);
});

test.each([
  ['nothing', ''],
  ['an empty string', `${'20'.padStart(64, '0')}${'0'.repeat(64)}`],
  ['an offset outside', 'ff'.repeat(64)],
  ['a length outside', `${'20'.padStart(64, '0')}${'ff'.repeat(32)}`],
  ['half a word', '1234'],
])('%s is no text', (_, hex) => {
  expect(decodeTokenText(Buffer.from(hex, 'hex'))).toBeNull();
});

test('the search text holds readable characters only, single spaces, and is bounded', () => {
  expect(toSearchText(Buffer.from('Wrapped\u0000  \u202eEther\n'), Buffer.from([0xff, 0x57]))).toBe(
    'Wrapped Ether W',
  );
  expect(toSearchText(Buffer.from([0, 1, 2]), null)).toBeNull();
  expect(toSearchText(Buffer.from('x'.repeat(900)), null)).toHaveLength(200);
});
