import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { provideTestApi } from '../support/api-harness';
import { address, hash, hex, insert } from '../support/api-rows';
import { walkPages } from '../support/api-walk';

const api = await provideTestApi({
  coinBalance: async (_chain, _who, height) =>
    height === 'latest' || height < oldest ? undefined : balanceAfter(height),
});
let oldest = 0;

const BLOCKS = 90;
const ALICE = address(30);
const BOB = address(31);
const item = z.object({
  block_number: z.int(),
  value: z.string(),
  delta: z.string(),
  transaction_hash: z.string().nullable(),
});
/** Every third block pays Alice ten wei; the node has no state below `oldest`. */
const balanceAfter = (height: number) => 10n * BigInt(Math.floor(height / 3) + 1);
const paying = Array.from({ length: BLOCKS / 3 }, (_, at) => BLOCKS - 3 - 3 * at);

/**
 * Every third block pays Alice: by transaction, call, block reward, withdrawal, in turn; other calls to her carry no
 * value.
 */
beforeAll(async () => {
  const { db } = api;
  for (let block = 0; block < BLOCKS; block += 1) {
    const way = block % 3 === 0 ? (block / 3) % 4 : 'none';
    await insert.block(db, block, {
      miner: way === 2 ? ALICE : address(1),
      timestamp: 1_700_000_000 + block * 21_600,
    });
    const to = way === 0 || block % 9 === 1 ? ALICE : BOB;
    await insert.transaction(db, { block, index: 0 }, { from_address: BOB, to_address: to });
    if (way === 1) await insert.internal(db, { block, index: 0, call: 1 }, { to_address: ALICE });
    if (way === 3)
      await db.sql`insert into ${db.schema}.withdrawals ${db.sql({ block_number: block, position: 0, index: block, validator_index: 1, address: ALICE, amount: '10' })}`;
    await insert.log(
      db,
      { block, index: 0, log: 0 },
      { address: BOB, topic0: hash(block % 30 === 0 ? 5 : 6) },
    );
  }
});

const path = `/api/v2/addresses/${hex(ALICE)}`;

test('each block that changed the balance is told once, whatever changed it', async () => {
  for (const items_count of [4, 50]) {
    const pages = await walkPages(api, `${path}/coin-balance-history`, { item, query: { items_count } });
    expect(pages.flat().map(({ block_number }) => block_number)).toEqual(paying);
  }
  const [first] = (await walkPages(api, `${path}/coin-balance-history`, { item })).flat();
  expect(first).toEqual({ block_number: 87, value: '300', delta: '10', transaction_hash: null });
  const last = (await walkPages(api, `${path}/coin-balance-history`, { item })).flat().at(-1);
  expect(last).toEqual({ block_number: 0, value: '10', delta: '10', transaction_hash: hex(hash(2_000_000)) });
});

test('what the node has forgotten is not told, and the list says so', async () => {
  oldest = 60;
  const metaOf = async (query: string) =>
    z
      .object({ meta: z.object({ status: z.string() }).nullable() })
      .parse((await api.get(`${path}/coin-balance-history?${query}`)).body).meta?.status;
  expect(await metaOf('items_count=5')).toBeUndefined();
  expect(await metaOf('items_count=50')).toBe('partial');
  expect(await metaOf('block_number=40')).toBe('unavailable');
  oldest = 0;
});

test('the last days have their last balances', async () => {
  const { days, items } = z
    .object({ days: z.int(), items: z.array(z.object({ date: z.string(), value: z.string() })) })
    .parse((await api.get(`${path}/coin-balance-history-by-day`)).body);
  expect(days).toBe(10);
  expect(items).toHaveLength(10);
  // Four blocks a day; the latest is of 2023-12-07.
  expect(items.at(-1)).toEqual({ date: '2023-12-07', value: String(balanceAfter(BLOCKS - 1)) });
  expect(items.map(({ date }) => date)).toEqual([...items.map(({ date }) => date)].sort());
});

test('transactions of an address are listed oldest first too', async () => {
  const heights = async (query: Record<string, string | number>) =>
    (
      await walkPages(api, `/api/v2/addresses/${hex(BOB)}/transactions`, {
        item: z.object({ block_number: z.int() }),
        query,
      })
    )
      .flat()
      .map(({ block_number }) => block_number);
  const newest = await heights({ items_count: 7 });
  expect(await heights({ items_count: 7, order: 'asc', sort: 'block_number' })).toEqual(newest.toReversed());
});

test('an address has the blocks that it produced', async () => {
  const blocks = await walkPages(api, `${path}/blocks-validated`, {
    item: z.object({ height: z.int() }),
    query: { items_count: 3 },
  });
  expect(blocks.flat().map(({ height }) => height)).toEqual([78, 66, 54, 42, 30, 18, 6]);
});

test('logs of an address can be limited to a first topic', async () => {
  const logs = (
    await walkPages(api, `/api/v2/addresses/${hex(BOB)}/logs`, {
      item: z.object({ block_number: z.int() }),
      query: { topic: hex(hash(5)), items_count: 2 },
    })
  ).flat();
  expect(logs.map(({ block_number }) => block_number)).toEqual([60, 30, 0]);
});

test('a block to come is counted down to', async () => {
  expect((await api.get(`/api/v2/blocks/${BLOCKS + 9}/countdown`)).body).toEqual({
    current_block_number: String(BLOCKS - 1),
    countdown_block_number: String(BLOCKS + 9),
    remaining_blocks_count: '10',
    estimated_time_in_seconds: '216000.0',
  });
  const past = await api.get('/api/v2/blocks/5/countdown');
  expect([past.status, past.body]).toEqual([404, { message: 'Block number already mined' }]);
  expect((await api.get('/api/v2/blocks/x/countdown')).status).toBe(422);
});
