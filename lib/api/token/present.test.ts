import { expect, test } from 'vitest';
import {
  address,
  byAddress,
  hex,
  INVALID_UTF8,
  MAX_UINT256,
  NO_TOKENS,
  nulls,
  tokenRow,
} from '@/test/support/rows';
import { presentHoldersCount, presentListedToken, presentToken, presentTokenOf } from './present';

const DOLLAR = {
  address_hash: hex(address(0x20)),
  type: 'ERC-20',
  name: 'Dollar',
  symbol: 'USD',
  decimals: '6',
  total_supply: '1000',
  holders_count: '2',
  ...nulls(
    'exchange_rate exchange_rate_source circulating_market_cap circulating_supply volume_24h icon_url',
  ),
  reputation: 'ok',
};

test('a token as its contract describes it', () => {
  expect(presentToken(tokenRow())).toEqual(DOLLAR);
});

test('a token of a list says how often it moves', () => {
  const row = { ...tokenRow(), transfers_count: 488 };
  expect(presentListedToken(row)).toEqual({ ...DOLLAR, transfers_count: '488' });
});

test('what the contract does not say is null, and 0 is not nothing', () => {
  const silent = tokenRow({
    name: null,
    symbol: Buffer.alloc(0),
    decimals: null,
    total_supply: null,
    holders_count: 0,
  });
  expect(presentToken(silent)).toEqual({
    ...DOLLAR,
    name: null,
    symbol: null,
    decimals: null,
    total_supply: null,
    holders_count: '0',
  });
  expect(presentToken(tokenRow({ decimals: '0', total_supply: '0' }))).toMatchObject({
    decimals: '0',
    total_supply: '0',
  });
});

test('the largest supply and a name that is no UTF-8', () => {
  const row = tokenRow({ name: INVALID_UTF8, total_supply: MAX_UINT256 });
  expect(presentToken(row)).toEqual({ ...DOLLAR, name: 'A\ufffdB', total_supply: MAX_UINT256 });
});

test('nobody can count the holders of encrypted balances', () => {
  expect(presentHoldersCount({ type: 'ERC-7984', holders_count: 0 })).toBeNull();
  expect(presentHoldersCount({ type: 'ERC-721', holders_count: 0 })).toBe('0');
});

test('a token without a row has the type of the transfer and nothing else', () => {
  const transfer = { token_address: address(0x20), token_type: 'ERC-1155' as const };
  expect(presentTokenOf(transfer, byAddress(tokenRow()))).toEqual(DOLLAR);
  expect(presentTokenOf(transfer, NO_TOKENS)).toEqual({
    ...DOLLAR,
    type: 'ERC-1155',
    name: null,
    symbol: null,
    decimals: null,
    total_supply: null,
    holders_count: null,
  });
});
