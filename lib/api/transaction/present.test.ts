import { expect, test } from 'vitest';
import { presentAddress } from '@/lib/api/address/present';
import {
  accountRow,
  address,
  byAddress,
  hash,
  hex,
  MAX_UINT256,
  NO_ACCOUNTS,
  nulls,
  TRANSACTION_CONTEXT,
  tokenRow,
  transactionRow,
} from '@/test/support/rows';
import { presentGas } from './gas-present';
import { presentAuthorization, presentListedTransaction, presentTypes } from './present';

const context = TRANSACTION_CONTEXT;
const LISTED = {
  ...nulls(`revert_reason decoded_revert_reason revert_reason_source first_seen_at replaced_by created_contract
    decoded_input decoded_input_source method exchange_rate exchange_rate_source
    historic_exchange_rate historic_exchange_rate_source transaction_tag
    token_transfers token_transfers_overflow`),
  ...presentGas(transactionRow()),
  hash: hex(hash(0x30)),
  status: 'ok',
  result: 'success',
  block_number: 5,
  timestamp: '2023-11-14T22:13:20.000000Z',
  position: 0,
  confirmations: 1,
  confirmation_duration: [0, 12_000],
  from: presentAddress(address(0x10), NO_ACCOUNTS),
  to: presentAddress(address(0x11), NO_ACCOUNTS),
  value: '0',
  type: 2,
  nonce: 0,
  raw_input: '0x',
  transaction_types: [],
  has_error_in_internal_transactions: false,
  actions: [],
  fhe_operations_count: 0,
  token_transfers_count: 0,
  logs_count: 0,
  internal_transactions_count: 0,
  is_pending_update: false,
  authorization_list: [],
};

test('a transaction that did nothing', () => {
  expect(presentListedTransaction(transactionRow(), context)).toEqual(LISTED);
});

test('a creation that failed, of a nonce and a value beyond what a number holds', () => {
  const row = transactionRow({ to_address: null, status: 0, nonce: '9007199254740992', value: MAX_UINT256 });
  expect(presentListedTransaction(row, context)).toEqual({
    ...LISTED,
    status: 'error',
    result: 'execution reverted',
    to: null,
    nonce: 9_007_199_254_740_992n,
    value: MAX_UINT256,
    transaction_types: ['coin_transfer', 'contract_creation'],
  });
});

test('how long it waited is between the two polls of the mempool', () => {
  const seen = { first_seen: 1_699_999_999_500, looked_before: 1_699_999_998_000 };
  expect(presentListedTransaction(transactionRow(seen), context)).toEqual({
    ...LISTED,
    confirmation_duration: [500, 2_000],
    first_seen_at: '2023-11-14T22:13:19.500000Z',
  });
});

test('how long it waited is not known without polls, nor bounded without a time between blocks', () => {
  const shown = presentListedTransaction(transactionRow({}), { ...context, averageBlockTimeMs: undefined });
  expect(shown.confirmation_duration).toEqual([]);
});

test('without traces nobody knows of its calls', () => {
  const row = transactionRow({ has_error_in_internal_transactions: null, internal_transactions_count: null });
  expect(presentListedTransaction(row, context)).toEqual({
    ...LISTED,
    has_error_in_internal_transactions: null,
    internal_transactions_count: null,
  });
});

test('the kinds come in the order of the specification', () => {
  const typesOf = (changes: Parameters<typeof transactionRow>[0]) =>
    presentTypes(transactionRow(changes), known);
  const contract = accountRow({ is_contract: true });
  const token = tokenRow();
  const known = { ...context, addresses: byAddress(contract), tokens: byAddress(token) };
  expect(typesOf({ value: '1', token_transfers_count: 1, type: 3 })).toEqual([
    ...['coin_transfer', 'contract_call', 'token_transfer', 'blob_transaction'],
  ]);
  expect(typesOf({ to_address: null, created_contract: token.address })).toEqual([
    ...['contract_creation', 'token_creation'],
  ]);
  expect(typesOf({ to_address: address(0x99), type: 4 })).toEqual(['set_code_transaction']);
});

test('an authorization of this chain, of every chain, of another one, and one that nobody signed', () => {
  const row = {
    chain_id: '1',
    address: Buffer.alloc(20),
    nonce: MAX_UINT256,
    y_parity: '0',
    r: '0',
    s: '1',
    authority: address(0x10),
  };
  const shown = {
    address_hash: `0x${'0'.repeat(40)}`,
    authority: hex(address(0x10)),
    chain_id: 1,
    nonce: MAX_UINT256,
    r: '0',
    s: '1',
    v: 0,
    status: null,
  };
  expect(presentAuthorization(row, 1)).toEqual(shown);
  expect(presentAuthorization({ ...row, chain_id: '0' }, 1)).toEqual({ ...shown, chain_id: 0 });
  expect(presentAuthorization(row, 2)).toEqual({ ...shown, status: 'invalid_chain_id' });
  expect(presentAuthorization({ ...row, authority: null }, 1)).toEqual({
    ...shown,
    authority: null,
    status: 'invalid_signature',
  });
});
