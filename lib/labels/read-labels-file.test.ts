import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { provideFolder } from '@/test/support/provide';
import { readLabelsFile } from './read-labels-file';

const ADDRESS = `0x${'ab'.repeat(20)}`;
const BYTES = Buffer.from('ab'.repeat(20), 'hex');
const LABEL = { address: BYTES, name: 'Vault', tags: [], url: null, source: 'operator', chainId: undefined };

const folder = provideFolder('labels-');

async function read(text: string) {
  const path = join(folder, 'labels');
  await writeFile(path, text);
  return readLabelsFile(path);
}

test('CSV has a header, optional columns, quotes and a byte order mark', async () => {
  expect(await read(`address,name\n${ADDRESS},Vault\n`)).toEqual([LABEL]);
  expect(
    await read(
      `\ufeffname,address,url,tags,chain_id\r\n"Cold, ""old"" wallet",${ADDRESS},https://a.example/x,exchange; cold;;cold,10\r\n`,
    ),
  ).toEqual([
    {
      ...LABEL,
      name: 'Cold, "old" wallet',
      url: 'https://a.example/x',
      tags: ['exchange', 'cold'],
      chainId: 10,
    },
  ]);
});

test('JSON is an array, or names or objects by address', async () => {
  expect(await read(JSON.stringify([{ address: ADDRESS, name: 'Vault', chain_id: 1 }]))).toEqual([
    { ...LABEL, chainId: 1 },
  ]);
  expect(await read(JSON.stringify({ [ADDRESS]: 'Vault' }))).toEqual([LABEL]);
  expect(await read(JSON.stringify({ [ADDRESS]: { name: 'Vault', tags: ['a'] } }))).toEqual([
    { ...LABEL, tags: ['a'] },
  ]);
});

test.each([
  ['address,name\n0x12,Vault\n', 'entry 1: address is no address'],
  [`address,name\n${ADDRESS},\n`, 'entry 1: name'],
  [
    JSON.stringify([{ address: ADDRESS, name: 'x', url: 'javascript:alert(1)' }]),
    'entry 1: url must be an http or https URL',
  ],
  [JSON.stringify([{ address: ADDRESS, name: 'x'.repeat(101) }]), 'entry 1: name'],
  ['[1', 'neither CSV nor JSON'],
  [`address,name\n${ADDRESS},a,b,c\n`, 'neither CSV nor JSON'],
])('what is not valid is told: %s', async (text, message) => {
  await expect(read(text)).rejects.toThrow(message);
});

test('a file that is not there is told', async () => {
  await expect(readLabelsFile(join(folder, 'missing.csv'))).rejects.toThrow('cannot be read');
});
