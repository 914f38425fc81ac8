import { expect, test } from 'vitest';
import { accountRow, address, hash, hex, INVALID_UTF8, tokenRow } from '@/test/support/rows';
import { presentFoundAddress, presentFoundBlock, presentFoundToken, presentFoundTransaction } from './search';

test('block 0 is found by its hash', () => {
  const row = { number: 0, hash: hash(0x40), timestamp: 0 };
  expect(presentFoundBlock({ ...UNREAD, ...row })).toEqual({
    type: 'block',
    block_type: 'block',
    block_number: 0,
    block_hash: hex(hash(0x40)),
    timestamp: '1970-01-01T00:00:00.000000Z',
    url: `/block/${hex(hash(0x40))}`,
    priority: 0,
  });
});

/** What a found block does not show. */
const UNREAD = {
  parent_hash: hash(0),
  miner: address(0),
  gas_limit: '0',
  gas_used: '0',
  base_fee_per_gas: null,
  size: null,
  difficulty: null,
  total_difficulty: null,
  nonce: null,
  extra_data: Buffer.alloc(0),
  state_root: null,
  transactions_root: null,
  receipts_root: null,
  uncles: [],
  withdrawals_count: null,
  blob_gas_used: null,
  excess_blob_gas: null,
  transactions_count: 0,
  token_transfers_count: 0,
  fhe_operations_count: 0,
  internal_transactions_count: null,
  total_hcu: '0',
  transaction_fees: '0',
  burnt_fees: null,
  priority_fee: null,
};

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

test('a token, and one that says nothing of itself', () => {
  const found = {
    type: 'token',
    address_hash: hex(address(0x20)),
    name: 'Dollar',
    symbol: 'USD',
    token_type: 'ERC-20',
    total_supply: '1000',
    exchange_rate: null,
    circulating_market_cap: null,
    icon_url: null,
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
