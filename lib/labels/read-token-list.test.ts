import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { provideFolder } from '@/test/support/provide';
import { readTokenList } from './read-token-list';

const ADDRESS = `0x${'ab'.repeat(20)}`;
const TOKEN = { chainId: 1, address: ADDRESS, name: 'Dollar', symbol: 'USD', decimals: 6 };

const folder = provideFolder('token-list-');

async function read(list: unknown) {
  await writeFile(join(folder, 'tokenlist.json'), typeof list === 'string' ? list : JSON.stringify(list));
  return readTokenList(folder);
}

test('a list in the form of tokenlists.org, by its file or its folder', async () => {
  const list = {
    name: 'Ours',
    timestamp: '2026-01-01T00:00:00Z',
    version: { major: 1, minor: 0, patch: 0 },
    tokens: [
      { ...TOKEN, logoURI: 'logos/usd.png', extensions: { a: 1 } },
      { ...TOKEN, chainId: 10 },
    ],
  };
  const listed = { ...TOKEN, address: Buffer.from('ab'.repeat(20), 'hex') };
  const expected = {
    name: 'Ours',
    folder,
    tokens: [
      { ...listed, logoUri: 'logos/usd.png' },
      { ...listed, chainId: 10, logoUri: null },
    ],
  };
  expect(await read(list)).toEqual(expected);
  expect(await readTokenList(join(folder, 'tokenlist.json'))).toEqual(expected);
});

test.each([
  ['{', 'is not JSON'],
  [{ tokens: [] }, 'is not a token list'],
  [{ name: 'a', tokens: [{ ...TOKEN, address: '0x12' }] }, 'token 1: address is no address'],
  [{ name: 'a', tokens: [TOKEN, { ...TOKEN, name: 'x'.repeat(101) }] }, 'token 2: name'],
  [{ name: 'a', tokens: [{ ...TOKEN, decimals: -1 }] }, 'token 1: decimals'],
])('what is not valid is told: %j', async (list, message) => {
  await expect(read(list)).rejects.toThrow(message);
});

test('a file that is missing is told', async () => {
  await expect(readTokenList(join(folder, 'missing.json'))).rejects.toThrow('cannot be read');
});
