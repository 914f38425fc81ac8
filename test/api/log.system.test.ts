import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { provideTestApi } from '../support/api-harness';
import { address, hash, hex, insert } from '../support/api-rows';
import { walkPages } from '../support/api-walk';

const api = await provideTestApi();
let transaction: string;
let filtered: string;

const TRANSFER = Buffer.from('ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', 'hex');
const word = (bytes: Buffer) => Buffer.concat([Buffer.alloc(32 - bytes.length), bytes]);
const item = z.object({ index: z.int(), block_number: z.int() });
const indexes = (pages: { index: number }[][]) => pages.map((page) => page.map(({ index }) => index));
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

beforeAll(async () => {
  for (const block of [0, 1, 2]) {
    await insert.block(api.db, block);
    const inserted = await insert.transaction(api.db, { block, index: 0 });
    if (block === 1) transaction = hex(inserted);
    if (block === 2) filtered = hex(inserted);
  }
  for (const log of range(0, 119)) await insert.log(api.db, { block: 1, index: 0, log });
  await insert.log(api.db, { block: 0, index: 0, log: 0 });
  await insert.log(
    api.db,
    { block: 2, index: 0, log: 0 },
    {
      topic0: TRANSFER,
      topic1: word(address(1)),
      topic2: word(address(2)),
      data: word(Buffer.from([7])),
    },
  );
  await insert.log(api.db, { block: 2, index: 0, log: 1 }, { topic0: hash(9) });
});

test('the logs of a transaction come in their order, once, whatever the page size', async () => {
  const path = `/api/v2/transactions/${transaction}/logs`;
  expect(indexes(await walkPages(api, path, { item }))).toEqual([
    range(0, 49),
    range(50, 99),
    range(100, 119),
  ]);
  const small = await walkPages(api, path, { item, query: { items_count: 7 } });
  expect(indexes(small).flat()).toEqual(range(0, 119));
  expect(small).toHaveLength(Math.ceil(120 / 7));
});

test('the genesis block has logs like any other', async () => {
  const pages = await walkPages(api, `/api/v2/transactions/${hex(hash(2_000_000))}/logs`, { item });
  expect(pages).toEqual([[{ index: 0, block_number: 0 }]]);
});

test('a known event is decoded, four topics are listed', async () => {
  const answer = await api.get(`/api/v2/transactions/${hex(hash(2_002_000))}/logs`);
  expect(answer.body).toMatchObject({
    items: [
      {
        index: 0,
        topics: [hex(TRANSFER), hex(word(address(1))), hex(word(address(2))), null],
        decoded: {
          method_id: 'ddf252ad',
          method_call: 'Transfer(address indexed from, address indexed to, uint256 value)',
          parameters: [{ name: 'from', indexed: true }, { name: 'to' }, { name: 'value', value: '7' }],
        },
      },
      { index: 1, topics: [hex(hash(9)), null, null, null], decoded: null, smart_contract: null },
    ],
    next_page_params: null,
  });
});

test('a cursor of the future ends the list, one of the past begins it; half a cursor is none', async () => {
  const path = `/api/v2/transactions/${transaction}/logs`;
  const count = async (query: string) =>
    z.object({ items: z.array(item) }).parse((await api.get(`${path}?${query}`)).body).items.length;
  expect(await count(`block_number=${'9'.repeat(80)}&index=0`)).toBe(0);
  expect(await count(`block_number=1&index=${'9'.repeat(80)}`)).toBe(0);
  expect(await count('block_number=0&index=5')).toBe(50);
  expect(await count('block_number=1')).toBe(50);
});

test('unknown and malformed transactions are told apart', async () => {
  expect((await api.get(`/api/v2/transactions/${hex(hash(4))}/logs`)).status).toBe(404);
  expect((await api.get('/api/v2/transactions/0x12/logs')).status).toBe(422);
  expect((await api.get(`/api/v2/transactions/${transaction}/logs?index=-1`)).status).toBe(422);
});

test('a page of very large logs ends early and goes on', async () => {
  await insert.block(api.db, 5);
  const large = hex(await insert.transaction(api.db, { block: 5, index: 0 }));
  for (const log of range(0, 4))
    await insert.log(api.db, { block: 5, index: 0, log }, { data: Buffer.alloc(1_500_000, 1) });
  const pages = await walkPages(api, `/api/v2/transactions/${large}/logs`, { item });
  expect(indexes(pages)).toEqual([[0, 1], [2, 3], [4]]);
});

test('the logs of a transaction are filtered by contract and by first topics', async () => {
  const path = `/api/v2/transactions/${filtered}/logs`;
  const read = async (query: Record<string, string>) =>
    indexes(await walkPages(api, path, { item, query })).flat();
  const [transfer, other] = [hex(TRANSFER), hex(hash(9))];
  expect(await read({})).toEqual([0, 1]);
  expect(await read({ topic: transfer })).toEqual([0]);
  expect(await read({ topic: `${transfer},${other}` })).toEqual([0, 1]);
  expect(await read({ topic: hex(hash(8)) })).toEqual([]);
  const whole = await walkPages(api, path, {
    item: item.extend({ address: z.object({ hash: z.string() }) }),
  });
  const emitter = whole[0]?.[0]?.address.hash ?? '';
  expect(await read({ address: emitter, topic: other })).toEqual([1]);
  expect(await read({ address: hex(address(77)) })).toEqual([]);
  const refused = await api.get(`${path}?topic=0x12`);
  expect(refused.status).toBe(422);
});
