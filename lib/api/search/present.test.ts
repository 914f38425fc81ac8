import { expect, test } from 'vitest';
import { accountRow, address, blockRow, hash, hex, INVALID_UTF8, nulls, tokenRow } from '@/test/support/rows';
import {
  presentFoundAddress,
  presentFoundBlock,
  presentFoundToken,
  presentFoundTransaction,
  presentNamedAddress,
} from './present';

test('block 0 is found by its hash', () => {
  expect(presentFoundBlock(blockRow())).toEqual({
    type: 'block',
    block_type: 'block',
    block_number: 0,
    block_hash: hex(hash(0x40)),
    timestamp: '1970-01-01T00:00:00.000000Z',
    url: `/block/${hex(hash(0x40))}`,
    priority: 0,
  });
});

test('a transaction that no block has yet has no time', () => {
  const found = {
    type: 'transaction',
    transaction_hash: hex(hash(0x30)),
    timestamp: null,
    url: `/tx/${hex(hash(0x30))}`,
    priority: 0,
  };
  expect(presentFoundTransaction({ hash: hash(0x30), timestamp: null })).toEqual(found);
  expect(presentFoundTransaction({ hash: hash(0x30), timestamp: 0 })).toEqual({
    ...found,
    timestamp: '1970-01-01T00:00:00.000000Z',
  });
});

test('an account and a contract', () => {
  const found = {
    type: 'address',
    address_hash: hex(address(0x11)),
    name: null,
    is_smart_contract_verified: false,
    certified: false,
    reputation: 'ok',
    ens_info: null,
    url: `/address/${hex(address(0x11))}`,
    priority: 0,
  };
  expect(presentFoundAddress(accountRow())).toEqual(found);
  const contract = accountRow({ is_contract: true, is_verified: true, name: INVALID_UTF8 });
  expect(presentFoundAddress(contract)).toEqual({
    ...found,
    type: 'contract',
    is_smart_contract_verified: true,
    name: 'A\ufffdB',
  });
});

test('an address is found by its name in ENS, also one that was never seen', () => {
  const ens_info = { address_hash: hex(address(0x11)), name: 'alice.eth', names_count: 1, expiry_date: null };
  expect(presentFoundAddress(accountRow({ ens_name: 'alice.eth' }))).toMatchObject({
    name: 'alice.eth',
    ens_info,
  });
  expect(presentNamedAddress({ address: address(0x11), name: 'alice.eth' }, undefined)).toMatchObject({
    type: 'address',
    name: 'alice.eth',
    ens_info,
  });
});

test('a token, and one that says nothing of itself', () => {
  const found = {
    type: 'token',
    address_hash: hex(address(0x20)),
    name: 'Dollar',
    symbol: 'USD',
    token_type: 'ERC-20',
    total_supply: '1000',
    ...nulls('exchange_rate circulating_market_cap icon_url'),
    is_smart_contract_verified: false,
    is_verified_via_admin_panel: false,
    certified: false,
    reputation: 'ok',
    token_url: `/token/${hex(address(0x20))}`,
    address_url: `/address/${hex(address(0x20))}`,
    priority: 0,
  };
  expect(presentFoundToken(tokenRow())).toEqual(found);
  expect(presentFoundToken(tokenRow({ name: null, symbol: null, total_supply: null }))).toEqual({
    ...found,
    name: null,
    symbol: null,
    total_supply: null,
  });
});
