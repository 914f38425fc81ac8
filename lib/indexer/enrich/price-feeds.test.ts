import { expect, test } from 'vitest';
import { bufferToHex } from '@/lib/evm/hex';
import { listPriceFeeds } from './price-feeds';

const FEED = `0x${'5f'.repeat(20)}`;
const OWN = `0x${'6a'.repeat(20)}`;
const WETH = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2';
const coin = { asset: null, kind: 'feed', contract: FEED, maxAge: 90_000 } as const;
const assetsOf = (...given: Parameters<typeof listPriceFeeds>) =>
  listPriceFeeds(...given).map(({ asset, contract }) => [bufferToHex(asset), bufferToHex(contract)]);

test('the wrapped coin that the address books know has the feed of the coin without being named', () => {
  expect(assetsOf(1, [coin])).toEqual([
    ['0x', FEED],
    [WETH, FEED],
  ]);
  expect(listPriceFeeds(1, [coin])[1]).toMatchObject({ kind: 'feed', maxAge: 90_000 });
});

test('what the operator says of the wrapped coin stands', () => {
  expect(assetsOf(1, [coin, { ...coin, asset: WETH, contract: OWN }])).toEqual([
    ['0x', FEED],
    [WETH, OWN],
  ]);
});

test('without a feed of the coin, or where no book knows its wrapped coin, nothing is added', () => {
  expect(assetsOf(1, [{ ...coin, asset: OWN }])).toEqual([[OWN, FEED]]);
  expect(assetsOf(1, [])).toEqual([]);
  expect(assetsOf(31_337, [coin])).toEqual([['0x', FEED]]);
});
