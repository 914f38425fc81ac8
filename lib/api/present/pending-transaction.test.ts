import { expect, test } from 'vitest';
import { BUILT_IN } from '@/lib/evm/signatures';
import { address, hash, hex, NO_ACCOUNTS, NO_TOKENS } from '@/test/support/rows';
import { presentAddress } from './address';
import { presentPendingTransaction } from './pending-transaction';

const context = {
  tip: 5,
  averageBlockTimeMs: 12_000,
  addresses: NO_ACCOUNTS,
  tokens: NO_TOKENS,
  signatures: [BUILT_IN],
};
const ROW = {
  hash: hash(0x30),
  type: 2,
  from_address: address(0x10),
  to_address: address(0x11),
  nonce: '0',
  value: '0',
  input: Buffer.alloc(0),
  gas_limit: '21000',
  gas_price: '20',
  max_fee_per_gas: '20',
  max_priority_fee_per_gas: '3',
  max_fee_per_blob_gas: null,
  blob_versioned_hashes: null,
  first_seen: 0,
  left_at: null,
  replaced_by: null,
};
const WAITING = {
  hash: hex(hash(0x30)),
  status: null,
  result: 'pending',
  revert_reason: null,
  decoded_revert_reason: null,
  revert_reason_source: null,
  block_number: null,
  timestamp: null,
  position: null,
  confirmations: 0,
  confirmation_duration: [],
  first_seen_at: '1970-01-01T00:00:00.000000Z',
  replaced_by: null,
  created_contract: null,
  from: presentAddress(address(0x10), NO_ACCOUNTS),
  to: presentAddress(address(0x11), NO_ACCOUNTS),
  value: '0',
  type: 2,
  nonce: 0,
  raw_input: '0x',
  decoded_input: null,
  decoded_input_source: null,
  method: null,
  fee: { type: 'maximum', value: '420000' },
  gas_limit: 21_000,
  gas_used: null,
  gas_price: '20',
  base_fee_per_gas: null,
  max_fee_per_gas: '20',
  max_priority_fee_per_gas: '3',
  priority_fee: null,
  transaction_burnt_fee: null,
  l1_fee: null,
  operator_fee: null,
  max_fee_per_blob_gas: null,
  blob_gas_used: null,
  blob_gas_price: null,
  blob_versioned_hashes: [],
  transaction_types: [],
  has_error_in_internal_transactions: null,
  actions: [],
  exchange_rate: null,
  historic_exchange_rate: null,
  transaction_tag: null,
  fhe_operations_count: 0,
  token_transfers_count: 0,
  logs_count: 0,
  internal_transactions_count: null,
  is_pending_update: false,
  token_transfers: null,
  token_transfers_overflow: null,
  authorization_list: [],
};

test('a transaction that waits', () => {
  expect(presentPendingTransaction(ROW, context)).toEqual(WAITING);
});

test('one that only the node told of, and a creation', () => {
  const row = { ...ROW, first_seen: null, to_address: null };
  expect(presentPendingTransaction(row, context)).toEqual({
    ...WAITING,
    first_seen_at: null,
    to: null,
    transaction_types: ['contract_creation'],
  });
});

test('one that has left unmined, and names the one that took its nonce', () => {
  expect(presentPendingTransaction({ ...ROW, left_at: 1, replaced_by: hash(0x32) }, context)).toEqual({
    ...WAITING,
    status: 'error',
    result: 'dropped/replaced',
    replaced_by: hex(hash(0x32)),
  });
});
