import { expect, test } from 'vitest';
import { COIN } from '@/lib/evm/coin';
import { nulls } from '@/test/support/rows';
import { NO_PRICES_AT, presentPriceNow, presentPriceSource, presentPriceThen } from './present';

const ROW = {
  price: '2000.5',
  kind: 'feed',
  contract: '5f4ec3df9cbd43714fe2740f5e3616155c5b8419',
  description: 'ETH / USD',
  updated_at: 1_700_000_000,
  block_number: 5,
} as const;
const SOURCE = {
  kind: 'feed',
  address_hash: '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419',
  description: 'ETH / USD',
  updated_at: '2023-11-14T22:13:20.000000Z',
  block_number: 5,
};

test('a price names who told it, and when it was set', () => {
  expect(presentPriceSource(ROW)).toEqual(SOURCE);
  expect(presentPriceSource(null)).toBeNull();
  const filed = { kind: 'file', contract: null, description: null, block_number: null } as const;
  expect(presentPriceSource({ ...ROW, ...filed })).toEqual({
    ...{ kind: 'file', address_hash: null, description: null, block_number: null },
    updated_at: SOURCE.updated_at,
  });
});

test('an asset has a price now and one at a block, each null where it is not known', () => {
  expect(presentPriceNow(ROW)).toEqual({ exchange_rate: '2000.5', exchange_rate_source: SOURCE });
  expect(presentPriceNow(null)).toEqual(nulls('exchange_rate exchange_rate_source'));
  expect(presentPriceThen(ROW)).toEqual({
    historic_exchange_rate: '2000.5',
    historic_exchange_rate_source: SOURCE,
  });
  expect(presentPriceThen(NO_PRICES_AT(COIN, 5))).toEqual(
    nulls('historic_exchange_rate historic_exchange_rate_source'),
  );
});
