import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COIN } from '@/lib/evm/coin';
import { readPricesFile } from './read-prices-file';

const TOKEN = `0x${'ab'.repeat(20)}`;
const BYTES = Buffer.from('ab'.repeat(20), 'hex');
const ZERO = `0x${'00'.repeat(20)}`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prices-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(text: string, chains = 1) {
  const path = join(folder, 'prices');
  await writeFile(path, text);
  return readPricesFile(path, chains);
}

test('a line is the price of a token, or of the coin by its word or the zero address, on a day', async () => {
  expect(await read(`day,token,price\n1970-01-02,coin,2000.5\n1970-01-03,${ZERO},0\n`)).toEqual([
    { chainId: undefined, asset: COIN, day: 1, price: '2000.5' },
    { chainId: undefined, asset: COIN, day: 2, price: '0' },
  ]);
  expect(await read(`\ufeffchain_id,price,token,day\r\n10,1.5,${TOKEN},2024-02-29\r\n`, 2)).toEqual([
    { chainId: 10, asset: BYTES, day: 19_782, price: '1.5' },
  ]);
});

test.each([
  ['day,token,price\n1970-01-02,coin,1\n1970-01-32,coin,1\n', 'line 3: day is no day as 2026-01-31'],
  ['day,token,price\n2023-02-29,coin,1\n', 'line 2: day is no day'],
  ['day,token,price\n1970-01-02,ETH,1\n', 'line 2: token is neither an address nor coin'],
  ['day,token,price\n1970-01-02,coin,-1\n', 'line 2: price is no decimal'],
  ['day,token,price\n1970-01-02,coin,1e3\n', 'line 2: price is no decimal'],
  ['day,token,price\n1970-01-02,coin,NaN\n', 'line 2: price is no decimal'],
  ['day,token\n1970-01-02,coin\n', 'line 2: price '],
  [`day,token,price\n1970-01-02,coin,1\n1970-01-02,${ZERO},2\n`, 'line 3: has the day and token of line 2'],
  ['day,token,price\n1970-01-02,coin,1,2\n', 'is no CSV'],
  ['day,token,price,currency\n1970-01-02,coin,1,EUR\n', 'line 2: '],
])('what is not valid is told with its line: %s', async (text, message) => {
  await expect(read(text)).rejects.toThrow(message);
});

test('of one chain, chain_id may be empty, and a day is told once with it or without', async () => {
  const head = 'day,token,price,chain_id\n';
  const prices = await read(`${head}2026-01-31,coin,1.5,\n2026-02-01,coin,2,1\n`);
  expect(prices.map(({ chainId }) => chainId)).toEqual([undefined, 1]);
  const twice = `${head}2026-01-31,coin,1.5,\n2026-01-31,coin,2,1\n`;
  await expect(read(twice)).rejects.toThrow('has the day and token of line 2');
});

test('among several chains a price says of which it is', async () => {
  await expect(read('day,token,price\n1970-01-02,coin,1\n', 2)).rejects.toThrow(
    'line 2: chain_id is missing',
  );
});

test('a file that is not there or too long is told', async () => {
  await expect(readPricesFile(join(folder, 'missing.csv'), 1)).rejects.toThrow('cannot be read');
  await expect(read('x'.repeat(17 * 1024 * 1024))).rejects.toThrow('larger than 16 MB');
  const days = Array.from({ length: 200_001 }, () => '1970-01-02,coin,1');
  await expect(read(['day,token,price', ...days].join('\n'))).rejects.toThrow('more than 200000 prices');
});
