import { expect, test } from 'vitest';
import { presentAddress } from '@/lib/api/address/present';
import { NO_PRICES_AT } from '@/lib/api/price/present';
import { presentToken, presentTokenOf } from '@/lib/api/token/present';
import { instanceKey, presentTokenInstance } from '@/lib/api/token-instance/present';
import {
  address,
  byAddress,
  hash,
  hex,
  MAX_UINT256,
  NO_ACCOUNTS,
  NO_TOKENS,
  tokenRow,
  transactionRow,
  transferRow,
} from '@/test/support/rows';
import { presentSpecifiedTransfer, presentTransfer } from './present';

const DOLLAR = tokenRow();
const context = {
  transaction: transactionRow(),
  method: 'transfer',
  addresses: NO_ACCOUNTS,
  tokens: byAddress(DOLLAR),
  instances: new Map(),
  pricesAt: NO_PRICES_AT,
};
const MOVED = {
  log_index: 0,
  transaction_hash: hex(hash(0x30)),
  block_hash: hex(hash(0x31)),
  block_number: 5,
  timestamp: '2023-11-14T22:13:20.000000Z',
  from: presentAddress(address(0x10), NO_ACCOUNTS),
  to: presentAddress(address(0x11), NO_ACCOUNTS),
  method: 'transfer',
  type: 'token_transfer',
  token: presentToken(DOLLAR),
  token_type: 'ERC-20',
  total: { decimals: '6', value: '5' },
  encrypted_amount: null,
  is_unsigned_zero: false,
  is_wrap: false,
  historic_exchange_rate: null,
  historic_exchange_rate_source: null,
};

test('an amount of a token', () => {
  expect(presentTransfer(transferRow(), context)).toEqual(MOVED);
  expect(presentSpecifiedTransfer(transferRow(), context)).toEqual({ ...MOVED, log_index: '0' });
});

test.each(['0', MAX_UINT256])('an amount of %s is shown as it is', (value) => {
  expect(presentTransfer(transferRow({ value }), context).total).toEqual({ decimals: '6', value });
});

test.each([
  ['token_minting', 0, 0x11],
  ['token_burning', 0x10, 0],
  ['token_spawning', 0, 0],
])('%s', (type, from, to) => {
  const row = transferRow({ from_address: address(from), to_address: address(to) });
  expect(presentTransfer(row, context)).toEqual({
    ...MOVED,
    type,
    from: presentAddress(address(from), NO_ACCOUNTS),
    to: presentAddress(address(to), NO_ACCOUNTS),
  });
});

test('an encrypted amount is its handle: nobody can read the value', () => {
  const row = transferRow({ token_type: 'ERC-7984', value: null, encrypted_amount: hash(0x50) });
  const confidential = tokenRow({ type: 'ERC-7984' });
  expect(presentTransfer(row, { ...context, tokens: byAddress(confidential) })).toEqual({
    ...MOVED,
    token: presentToken(confidential),
    token_type: 'ERC-7984',
    total: { decimals: '6', value: null },
    encrypted_amount: hex(hash(0x50)),
  });
});

test('an NFT has no amount, and its instance where that is known', () => {
  const row = transferRow({ token_type: 'ERC-721', token_id: '0', value: null });
  const total = { decimals: null, value: null, token_id: '0', token_instance: null };
  expect(presentTransfer(row, context)).toEqual({ ...MOVED, token_type: 'ERC-721', total });
  const instance = {
    token_address: row.token_address,
    token_id: '0',
    type: 'ERC-721' as const,
    owner: null,
    uri: null,
    metadata: null,
  };
  const known = presentTransfer(row, { ...context, instances: new Map([[instanceKey(instance), instance]]) });
  expect(known.total).toEqual({
    ...total,
    token_instance: presentTokenInstance(instance, { addresses: NO_ACCOUNTS, token: presentToken(DOLLAR) }),
  });
});

test('some of an id have both, and an unknown token has the type of the transfer', () => {
  const row = transferRow({ token_type: 'ERC-1155', token_id: MAX_UINT256, value: '2' });
  expect(presentTransfer(row, { ...context, tokens: NO_TOKENS, method: null })).toEqual({
    ...MOVED,
    method: null,
    token: presentTokenOf(row, NO_TOKENS),
    token_type: 'ERC-1155',
    total: { decimals: null, value: '2', token_id: MAX_UINT256, token_instance: null },
  });
});

test.each([
  ['of nothing, in the name of another', { value: '0', from_address: address(0x12) }, true],
  ['of nothing, by who signed', { value: '0' }, false],
  ['of something, in the name of another', { from_address: address(0x12) }, false],
  ['a mint of nothing', { value: '0', from_address: address(0) }, false],
  [
    'of an NFT',
    { token_type: 'ERC-721' as const, token_id: '0', value: null, from_address: address(0x12) },
    false,
  ],
])('an unsigned zero-value transfer: %s', (_, changes, isUnsignedZero) => {
  expect(presentTransfer(transferRow(changes), context).is_unsigned_zero).toBe(isUnsignedZero);
});
