import { beforeEach, expect, test } from 'vitest';
import type { Database } from '@/lib/db/open-database';
import { COIN } from '@/lib/evm/coin';
import { bufferToHex } from '@/lib/evm/hex';
import { createLog } from '@/lib/log';
import type { PriceFeed } from '@/lib/rpc/price-feed';
import { provideChain } from '@/test/support/indexer-harness';
import { removePlainBlocks, writePlainBlocks } from '@/test/support/plain-chain';
import { createPriceNode, type FeedState, type PoolState } from '@/test/support/price-node';
import { readTipPrices, startPriceProgress, sweepPrices } from './watch-prices';
import { replacePriceFeeds } from './write-prices';

const [FEED, OTHER, TOKEN] = [Buffer.alloc(20, 1), Buffer.alloc(20, 2), Buffer.alloc(20, 3)];
const HOUR = 3_600;
const START = 1_700_000_000 - (1_700_000_000 % HOUR);
const log = createLog({ name: 'test', level: 'silent' });
const coin: PriceFeed = { asset: COIN, kind: 'feed', contract: FEED, maxAge: 2 * HOUR };

let db: Database;
let chainId = 700;
beforeEach(async () => {
  chainId += 1;
  db = await provideChain(chainId);
});

/** Blocks of half an hour each. */
async function writeBlocks(from: number, to: number, fork = 0): Promise<void> {
  const numbers = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  await writePlainBlocks(
    db,
    numbers.map((number) => ({ number, fork, timestamp: timeOf(number), transactions: [] })),
  );
}

function timeOf(height: number): number {
  return START + (height * HOUR) / 2;
}

async function follow(
  states: readonly (readonly [Buffer, (height: number) => FeedState | PoolState | undefined])[],
  { feeds = [coin], stateSince = 0 }: { feeds?: readonly PriceFeed[]; stateSince?: number } = {},
) {
  await replacePriceFeeds(db, feeds);
  const contracts = new Map(states.map(([contract, read]) => [bufferToHex(contract), read]));
  const since = { height: stateSince };
  const { rpc, calls } = createPriceNode(db, contracts, () => since.height);
  return { context: { rpc, db, feeds, log }, progress: startPriceProgress(), calls, since };
}

async function listPrices() {
  return await db.sql<{ block_number: number; price: string | null; updated_at: number | null }[]>`
    select block_number, price, updated_at from ${db.schema}.prices order by asset, block_number`;
}

test('a price is stored at the tip when it is new, of feeds of any decimals', async () => {
  await writeBlocks(0, 0);
  let state = { answer: 200_050_000_000n, updatedAt: START };
  const token: PriceFeed = { ...coin, asset: TOKEN, contract: OTHER };
  const feeds = [coin, token];
  const { context, progress } = await follow(
    [
      [FEED, () => state],
      [
        OTHER,
        () => ({ answer: 10n ** 18n, decimals: 18, updatedAt: START, description: 'T\0KN\u202e / USD' }),
      ],
    ],
    { feeds },
  );
  await readTipPrices(context, progress);
  await writeBlocks(1, 1);
  await readTipPrices(context, progress);
  state = { answer: 199_000_000_000n, updatedAt: timeOf(2) };
  await writeBlocks(2, 2);
  await readTipPrices(context, progress);
  expect(await listPrices()).toEqual([
    { block_number: 0, price: '2000.5', updated_at: START },
    { block_number: 2, price: '1990', updated_at: timeOf(2) },
    { block_number: 0, price: '1', updated_at: START },
  ]);
  expect(
    await db.sql`select description from ${db.schema}.price_feeds order by asset`.then((rows) => [...rows]),
  ).toEqual([{ description: 'ETH / USD' }, { description: 'T KN / USD' }]);
});

test.each([
  ['not above zero', { answer: -1n, updatedAt: START }],
  ['zero', { answer: 0n, updatedAt: START }],
  ['of the future', { answer: 10n ** 8n, updatedAt: START + 1_000_000 }],
  ['not complete', { answer: 10n ** 8n, updatedAt: 0 }],
  ['beyond all measure', { answer: 10n ** 40n, updatedAt: START }],
  ['reverted', { answer: undefined, updatedAt: START }],
  ['of absurd decimals', { answer: 1n, updatedAt: START, decimals: 255 }],
  ['of no contract', undefined],
])('an answer that is %s is no price', async (_, bad) => {
  await writeBlocks(0, 0);
  let state: FeedState | undefined = { answer: 10n ** 8n, updatedAt: START };
  const { context, progress } = await follow([[FEED, () => state]]);
  await readTipPrices(context, progress);
  await writeBlocks(1, 1);
  state = bad;
  await readTipPrices(context, progress);
  expect(await listPrices()).toEqual([
    { block_number: 0, price: '1', updated_at: START },
    { block_number: 1, price: null, updated_at: null },
  ]);
});

test('past prices are read at the first block of each hour, once', async () => {
  await writeBlocks(0, 41);
  const { context, progress, calls } = await follow([
    [FEED, (height) => ({ answer: BigInt(height + 1) * 10n ** 8n, updatedAt: timeOf(height) })],
  ]);
  while (!(await sweepPrices(context, progress)));
  const expected = Array.from({ length: 21 }, (_, hour) => ({
    block_number: 2 * hour,
    price: String(2 * hour + 1),
    updated_at: timeOf(2 * hour),
  }));
  expect(await listPrices()).toEqual(expected);
  const before = calls();
  while (!(await sweepPrices(context, startPriceProgress())));
  expect(calls()).toBe(before);
});

test('where the node has no state there is no price, until it has', async () => {
  await writeBlocks(0, 9);
  const { context, since } = await follow(
    [[FEED, (height) => ({ answer: 10n ** 8n, updatedAt: timeOf(height) })]],
    { stateSince: 5 },
  );
  while (!(await sweepPrices(context, startPriceProgress())));
  expect((await listPrices()).map(({ block_number }) => block_number)).toEqual([6, 8]);
  since.height = 0;
  while (!(await sweepPrices(context, startPriceProgress())));
  expect((await listPrices()).map(({ block_number }) => block_number)).toEqual([0, 2, 4, 6, 8]);
});

test('a reorganization removes what was read above its ancestor', async () => {
  await writeBlocks(0, 3);
  let answer = 10n ** 8n;
  const { context, progress } = await follow([[FEED, (height) => ({ answer, updatedAt: timeOf(height) })]]);
  await readTipPrices(context, progress);
  await removePlainBlocks(db, 1);
  expect(await listPrices()).toEqual([]);
  answer = 2n * 10n ** 8n;
  await writeBlocks(2, 3, 1);
  await readTipPrices(context, startPriceProgress());
  expect(await listPrices()).toEqual([{ block_number: 3, price: '2', updated_at: timeOf(3) }]);
});

test('what a node of another block tells is not stored', async () => {
  await writeBlocks(0, 1);
  const { context } = await follow([[FEED, () => ({ answer: 10n ** 8n, updatedAt: START })]]);
  await db.sql`update ${db.schema}.blocks set hash = ${Buffer.alloc(32, 7)} where number = 1`;
  const other = createPriceNode({ ...db, schema: db.sql('nowhere') }, new Map());
  await expect(readTipPrices({ ...context, rpc: other.rpc }, startPriceProgress())).rejects.toThrow();
  expect(await listPrices()).toEqual([]);
});

test('another feed of an asset begins anew', async () => {
  await writeBlocks(0, 0);
  const state = () => ({ answer: 10n ** 8n, updatedAt: START });
  const { context, progress } = await follow([[FEED, state]]);
  await readTipPrices(context, progress);
  await replacePriceFeeds(db, [{ ...coin, maxAge: 5 }]);
  expect(await listPrices()).toHaveLength(1);
  await replacePriceFeeds(db, [{ ...coin, contract: OTHER }]);
  expect(await listPrices()).toHaveLength(0);
});

test('a feed named for another asset too brings its past along, also of what the node has no state of anymore', async () => {
  await writeBlocks(0, 9);
  const state = (height: number) => ({ answer: BigInt(height + 1) * 10n ** 8n, updatedAt: timeOf(height) });
  const { context, since } = await follow([[FEED, state]]);
  while (!(await sweepPrices(context, startPriceProgress())));
  const past = await listPrices();
  expect(past.map(({ block_number }) => block_number)).toEqual([0, 2, 4, 6, 8]);
  const feeds = [coin, wrapped, { ...pooled, contract: FEED }];
  await replacePriceFeeds(db, feeds);
  // nothing comes to a pool: it prices a token by another one
  expect(await listPrices()).toEqual([...past, ...past]);
  since.height = 10;
  while (!(await sweepPrices({ ...context, feeds }, startPriceProgress())));
  await replacePriceFeeds(db, feeds);
  expect(await listPrices()).toEqual([...past, ...past]);
  await replacePriceFeeds(db, [coin, { ...wrapped, contract: OTHER }]);
  expect(await listPrices()).toEqual(past);
});

const POOL = Buffer.alloc(20, 4);
const COINS = Buffer.alloc(20, 5);
const wrapped: PriceFeed = { ...coin, asset: COINS };
const pooled: PriceFeed = { ...coin, asset: TOKEN, kind: 'pool', contract: POOL };
const token = (decimals: number) => () => ({ answer: undefined, updatedAt: 0, decimals });
/** 2,000 dollars, and 18 decimals as a token has. */
const ETHER = () => ({ answer: 2_000n * 10n ** 18n, updatedAt: START, decimals: 18 });

test.each([
  ['v2, first token', { tokens: [TOKEN, COINS], reserves: [4_000n * 10n ** 6n, 10n ** 18n] }, '0.5'],
  ['v2, second token', { tokens: [COINS, TOKEN], reserves: [10n ** 18n, 500n * 10n ** 6n] }, '4'],
  ['v3, first token', { tokens: [TOKEN, COINS], slot: 2n ** 96n * 10n ** 6n }, '2000'],
  ['v3, second token', { tokens: [COINS, TOKEN], slot: 2n ** 96n / 10n ** 6n }, '2000'],
  ['empty', { tokens: [COINS, TOKEN], reserves: [0n, 0n] }, null],
  ['not yet opened', { tokens: [COINS, TOKEN], slot: 0n }, null],
  ['of other tokens', { tokens: [COINS, OTHER], reserves: [1n, 1n] }, null],
  ['with a token without a feed', { tokens: [OTHER, TOKEN], reserves: [1n, 1n] }, null],
] satisfies [string, PoolState, string | null][])(
  'a pool (%s) prices its token by the feed of the other one',
  async (_, pool, price) => {
    await writeBlocks(0, 0);
    const { context, progress } = await follow(
      [
        [FEED, ETHER],
        [COINS, token(18)],
        [TOKEN, token(6)],
        [POOL, () => pool],
      ],
      { feeds: [pooled, wrapped] },
    );
    await readTipPrices(context, progress);
    const [row] = await db.sql<{ price: string | null }[]>`
      select round(price, 9)::float::text as price from ${db.schema}.prices where asset = ${TOKEN}`;
    expect(row).toEqual({ price });
  },
);

test('a pool has no price while the feed of its other token is old, and is read less often than feeds', async () => {
  await writeBlocks(0, 0);
  const pool: PoolState = { tokens: [TOKEN, COINS], reserves: [1n, 1n] };
  let state = ETHER();
  const { context, progress, calls } = await follow(
    [
      [FEED, () => state],
      [COINS, token(18)],
      [TOKEN, token(18)],
      [POOL, () => pool],
    ],
    { feeds: [wrapped, pooled] },
  );
  await readTipPrices(context, progress);
  const first = calls();
  await writeBlocks(1, 1);
  await readTipPrices(context, progress);
  expect(calls() - first).toBe(2);
  state = { ...state, updatedAt: START - 10 * HOUR };
  await writeBlocks(2, 2);
  await readTipPrices(context, startPriceProgress());
  const rows = await db.sql<{ price: string | null }[]>`
    select price from ${db.schema}.prices where asset = ${TOKEN} order by block_number`;
  expect(rows.map(({ price }) => price)).toEqual([expect.stringMatching(/^2000/), null]);
});
