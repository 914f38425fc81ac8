import { beforeAll, beforeEach, expect, test } from 'vitest';
import { COIN } from '@/lib/evm/coin';
import { bufferToAddress } from '@/lib/evm/hex';
import { replaceDayPrices, replacePriceFeeds } from '@/lib/indexer/enrich/write-prices';
import { provideTestApi } from '../support/api-harness';
import { address, hash, hex, insert } from '../support/api-rows';

const [FEED, ACCOUNT, TOKEN] = [address(50), address(51), address(52)];
const HOUR = 3_600;
const NOW = Math.floor(Date.now() / 1000);
const timeOf = (block: number) => NOW - (9 - block) * HOUR;

const api = await provideTestApi({ coinBalance: async () => 10n ** 18n });
let mined: Buffer[];
beforeAll(async () => {
  mined = [];
  await insert.token(api.db, { address: TOKEN, decimals: '6', total_supply: '5000000' });
  await api.db.sql`
    insert into ${api.db.schema}.token_holders ${api.db.sql({ holder: ACCOUNT, token_address: TOKEN, value: '5000000' })}`;
  for (let block = 0; block <= 9; block += 1) {
    await insert.block(api.db, block, { timestamp: timeOf(block) });
    mined.push(await insert.transaction(api.db, { block, index: 0 }, { to_address: ACCOUNT }));
  }
});
beforeEach(async () => {
  await replacePriceFeeds(api.db, []);
  const feed = { kind: 'feed', contract: FEED, maxAge: 3 * HOUR } as const;
  await replacePriceFeeds(api.db, [
    { asset: COIN, ...feed },
    { asset: TOKEN, ...feed, kind: 'pool' },
  ]);
});

async function setPrice(block: number, price: string | null, updated_at: number | null) {
  await setPriceOf(COIN, { block_number: block, price, updated_at });
}

async function setPriceOf(
  asset: Buffer,
  row: { block_number: number; price: string | null; updated_at: number | null },
) {
  await api.db.sql`
    insert into ${api.db.schema}.prices ${api.db.sql({ asset, ...row })}`;
}

async function read(path: string) {
  return (await api.get(`/api/v2${path}`)).body;
}

const NO_PRICE = { exchange_rate: null, exchange_rate_source: null };

test('a transaction has the price of the coin now and at its block, with who told it and when it was set', async () => {
  await api.db.sql`update ${api.db.schema}.price_feeds set description = 'ETH / USD'`;
  await setPrice(4, '1990.25', timeOf(3));
  await setPrice(8, '2000.5', timeOf(8));
  const source = { kind: 'feed', address_hash: bufferToAddress(FEED), description: 'ETH / USD' };
  const iso = (time: number) => `${new Date(1000 * time).toISOString().slice(0, -1)}000Z`;
  expect(await read(`/transactions/${hex(mined[5] ?? hash(0))}`)).toMatchObject({
    exchange_rate: '2000.5',
    exchange_rate_source: { ...source, updated_at: iso(timeOf(8)), block_number: 8 },
    historic_exchange_rate: '1990.25',
    historic_exchange_rate_source: { ...source, updated_at: iso(timeOf(3)), block_number: 4 },
  });
  expect(await read(`/addresses/${hex(ACCOUNT)}`)).toMatchObject({
    exchange_rate: '2000.5',
    exchange_rate_source: { ...source, block_number: 8 },
  });
});

test('a price that was old at the block, or is old now, is none', async () => {
  await setPrice(4, '1990.25', timeOf(3));
  expect(await read(`/transactions/${hex(mined[6] ?? hash(0))}`)).toMatchObject({
    ...NO_PRICE,
    historic_exchange_rate: null,
    historic_exchange_rate_source: null,
  });
  expect(await read(`/transactions/${hex(mined[3] ?? hash(0))}`)).toMatchObject({
    historic_exchange_rate: null,
  });
  expect(await read(`/addresses/${hex(ACCOUNT)}`)).toMatchObject(NO_PRICE);
});

test('since a feed gives none, there is none: never the one before', async () => {
  await setPrice(8, '2000.5', timeOf(8));
  await setPrice(9, null, null);
  expect(await read(`/transactions/${hex(mined[9] ?? hash(0))}`)).toMatchObject({
    ...NO_PRICE,
    historic_exchange_rate: null,
  });
  expect(await read(`/transactions/${hex(mined[8] ?? hash(0))}`)).toMatchObject({
    historic_exchange_rate: '2000.5',
  });
});

test('the statistics of a chain have the price of its coin', async () => {
  await setPrice(9, '2000.5', timeOf(9));
  expect(await read('/stats')).toMatchObject({
    coin_price: '2000.5',
    coin_price_source: { kind: 'feed', description: null, block_number: 9 },
  });
});

test('a token has its own price wherever it is named, never that of the coin', async () => {
  await setPrice(9, '2000.5', timeOf(9));
  expect(await read(`/tokens/${hex(TOKEN)}`)).toMatchObject({ ...NO_PRICE, circulating_market_cap: null });
  await setPriceOf(TOKEN, { block_number: 9, price: '0.5', updated_at: timeOf(9) });
  const token = { exchange_rate: '0.5', exchange_rate_source: { kind: 'pool', block_number: 9 } };
  expect(await read(`/tokens/${hex(TOKEN)}`)).toMatchObject(token);
  expect(await read(`/tokens`)).toMatchObject({ items: [token] });
  expect(await read(`/addresses/${hex(ACCOUNT)}/tokens`)).toMatchObject({ items: [{ token }] });
  expect(await read(`/addresses/${hex(TOKEN)}`)).toMatchObject({ exchange_rate: '2000.5', token });
});

test('each transfer of a list has the price of its token at its own block, never of a later one', async () => {
  for (const block of [5, 8]) {
    const moved = { log_index: 0, token: TOKEN, token_type: 'ERC-20', to: ACCOUNT, amount: '5' };
    await insert.transfers(api.db, { block, index: 0 }, [moved]);
  }
  await setPriceOf(TOKEN, { block_number: 4, price: '0.5', updated_at: timeOf(4) });
  await setPriceOf(TOKEN, { block_number: 8, price: '0.75', updated_at: timeOf(8) });
  await setPrice(5, '2000.5', timeOf(5));
  const at5 = {
    block_number: 5,
    historic_exchange_rate: '0.5',
    historic_exchange_rate_source: { kind: 'pool', block_number: 4 },
    token: { exchange_rate: '0.75' },
  };
  const both = { items: [{ block_number: 8, historic_exchange_rate: '0.75' }, at5] };
  const transaction = `/transactions/${hex(mined[5] ?? hash(0))}`;
  expect(await read('/token-transfers')).toMatchObject(both);
  expect(await read(`/tokens/${hex(TOKEN)}/transfers`)).toMatchObject(both);
  expect(await read(`/addresses/${hex(ACCOUNT)}/token-transfers`)).toMatchObject(both);
  expect(await read(`${transaction}/token-transfers`)).toMatchObject({ items: [at5] });
  expect(await read(transaction)).toMatchObject({
    historic_exchange_rate: '2000.5',
    token_transfers: [at5],
  });
  const change = expect.objectContaining({
    historic_exchange_rate: '0.5',
    token: expect.objectContaining({ exchange_rate: '0.75' }),
  });
  expect(await read(`${transaction}/net-changes`)).toMatchObject({
    items: expect.arrayContaining([
      expect.objectContaining({
        address: expect.objectContaining({ hash: bufferToAddress(ACCOUNT) }),
        changes: expect.arrayContaining([change]),
      }),
    ]),
  });
});

test('without a feed no transfer has a price', async () => {
  await replacePriceFeeds(api.db, []);
  expect(await read('/token-transfers')).toMatchObject({
    items: [{ historic_exchange_rate: null, historic_exchange_rate_source: null }, {}],
  });
});

test('lists, gas prices and figures of the last day have the price of the coin now', async () => {
  await setPrice(5, '1990', timeOf(5));
  await setPrice(9, '2000.5', timeOf(9));
  const now = { exchange_rate: '2000.5', exchange_rate_source: { block_number: 9 } };
  expect(await read('/transactions?items_count=1')).toMatchObject({
    items: [{ ...now, historic_exchange_rate: '2000.5' }],
  });
  expect(await read('/gas-prices')).toMatchObject(now);
  expect(await read('/transactions/stats')).toMatchObject(now);
  expect(await read('/addresses')).toMatchObject(now);
});

const DAY = 86_400;
const dayOf = (time: number) => Math.floor(time / DAY);

test('a price of a day counts for its day and asset alone, and gives way to a feed', async () => {
  await replacePriceFeeds(api.db, []);
  const namesake = address(53);
  await insert.token(api.db, { address: namesake, decimals: '6', symbol: 'SAME' });
  await api.db.sql`update ${api.db.schema}.tokens set symbol = 'SAME' where address = ${TOKEN}`;
  const [chainId, today] = [undefined, dayOf(NOW)];
  const ofBlock = { chainId, asset: COIN, day: dayOf(timeOf(5)), price: '1990.25' };
  const now = [
    { chainId, asset: COIN, day: today, price: '2000.5' },
    { chainId, asset: TOKEN, day: today, price: '0.75' },
    { chainId: 99, asset: namesake, day: today, price: '7' },
  ];
  const isToday = ofBlock.day === today;
  await replaceDayPrices(api.db, isToday ? now : [ofBlock, ...now]);
  const source = (day: number) => ({
    ...{ kind: 'file', address_hash: null, description: null, block_number: null },
    updated_at: `${new Date(1000 * DAY * day).toISOString().slice(0, -1)}000Z`,
  });
  const path = `/transactions/${hex(mined[5] ?? hash(0))}`;
  expect(await read(path)).toMatchObject({
    ...{ exchange_rate: '2000.5', exchange_rate_source: source(today) },
    historic_exchange_rate: isToday ? '2000.5' : '1990.25',
    historic_exchange_rate_source: source(ofBlock.day),
  });
  expect(await read(`/tokens/${hex(TOKEN)}`)).toMatchObject({ exchange_rate: '0.75' });
  expect(await read(`/tokens/${hex(namesake)}`), 'of another chain').toMatchObject(NO_PRICE);
  expect(await read('/stats')).toMatchObject({ coin_price: '2000.5' });

  await replaceDayPrices(api.db, [{ chainId, asset: COIN, day: today + 1, price: '1' }]);
  expect(await read(path), 'no price of these days').toMatchObject({
    ...NO_PRICE,
    historic_exchange_rate: null,
  });
  await replaceDayPrices(api.db, now);
  await replacePriceFeeds(api.db, [{ asset: COIN, kind: 'feed', contract: FEED, maxAge: 3 * HOUR }]);
  await setPrice(9, '2010', timeOf(9));
  expect(await read(path)).toMatchObject({ exchange_rate: '2010' });
  await replaceDayPrices(api.db, []);
});
