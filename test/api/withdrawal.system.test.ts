import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { bufferToAddress } from '@/lib/evm/hex';
import { provideTestApi } from '../support/api-harness';
import { address, hex, insert } from '../support/api-rows';
import { walkPages } from '../support/api-walk';

const api = await provideTestApi();

const BLOCKS = 9;
const PER_BLOCK = 16;
const ALICE = address(30);
const item = z.object({ index: z.int(), block_number: z.int() });

/** Sixteen withdrawals a block, numbered from above a million; every fourth is Alice's. */
beforeAll(async () => {
  const { db } = api;
  for (let block = 0; block < BLOCKS; block += 1) {
    await insert.block(db, block, { withdrawals_count: PER_BLOCK });
    for (let position = 0; position < PER_BLOCK; position += 1)
      await db.sql`insert into ${db.schema}.withdrawals ${db.sql({
        block_number: block,
        position,
        index: 1_000_000 + block * PER_BLOCK + position,
        validator_index: position,
        address: position % 4 === 0 ? ALICE : address(40 + position),
        amount: '17000000000',
      })}`;
  }
});

const walk = async (path: string, items_count: number) =>
  (await walkPages(api, `/api/v2${path}`, { item, query: { items_count } }))
    .flat()
    .map(({ index }) => index - 1_000_000);
const downFrom = (first: number, step: number) =>
  Array.from({ length: Math.floor(first / step) + 1 }, (_, at) => first - at * step);

test('withdrawals are listed newest first, each once, whatever the page size', async () => {
  for (const size of [7, 50]) {
    expect(await walk('/withdrawals', size)).toEqual(downFrom(BLOCKS * PER_BLOCK - 1, 1));
    expect(await walk(`/addresses/${hex(ALICE)}/withdrawals`, size)).toEqual(
      downFrom(BLOCKS * PER_BLOCK - 4, 4),
    );
  }
  expect(await walk('/blocks/2/withdrawals', 5)).toEqual(downFrom(47, 1).slice(0, PER_BLOCK));
  expect((await api.get('/api/v2/blocks/99/withdrawals')).status).toBe(404);
});

test('a withdrawal tells who got how much, in wei', async () => {
  const answer = await api.get('/api/v2/blocks/2/withdrawals?items_count=1');
  expect(answer.body).toMatchObject({
    items: [
      {
        index: 1_000_047,
        validator_index: 15,
        block_number: 2,
        timestamp: '2023-11-14T22:13:44.000000Z',
        receiver: { hash: bufferToAddress(address(55)) },
        amount: '17000000000',
      },
    ],
    next_page_params: { index: 1_000_047, items_count: 1 },
  });
});

test('an address tells that it has some', async () => {
  expect((await api.get(`/api/v2/addresses/${hex(ALICE)}`)).body).toMatchObject({
    has_beacon_chain_withdrawals: true,
  });
  expect((await api.get(`/api/v2/addresses/${hex(ALICE)}/tabs-counters`)).body).toMatchObject({
    withdrawals_count: 36,
  });
  expect((await api.get(`/api/v2/addresses/${hex(address(1))}`)).body).toMatchObject({
    has_beacon_chain_withdrawals: false,
  });
});
