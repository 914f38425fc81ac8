import { expect, test } from 'vitest';
import { presentAddress } from '@/lib/api/address/present';
import { address, hash, hex, NO_ACCOUNTS, nulls, pendingRow, TRANSACTION_CONTEXT } from '@/test/support/rows';
import { presentPendingTransaction } from './pending-present';

const context = TRANSACTION_CONTEXT;
const ROW = pendingRow({ first_seen: 0 });
/** What is null until a transaction is in a block, or is never known. */
const UNKNOWN = nulls(`status revert_reason decoded_revert_reason revert_reason_source
  block_number timestamp position replaced_by created_contract decoded_input decoded_input_source method
  gas_used base_fee_per_gas priority_fee transaction_burnt_fee l1_fee operator_fee
  max_fee_per_blob_gas blob_gas_used blob_gas_price has_error_in_internal_transactions
  exchange_rate exchange_rate_source historic_exchange_rate historic_exchange_rate_source transaction_tag internal_transactions_count
  token_transfers token_transfers_overflow`);
const WAITING = {
  ...UNKNOWN,
  hash: hex(hash(0x30)),
  result: 'pending',
  confirmations: 0,
  confirmation_duration: [],
  first_seen_at: '1970-01-01T00:00:00.000000Z',
  from: presentAddress(address(0x10), NO_ACCOUNTS),
  to: presentAddress(address(0x11), NO_ACCOUNTS),
  value: '0',
  type: 2,
  nonce: 0,
  raw_input: '0x',
  fee: { type: 'maximum', value: '420000' },
  gas_limit: '21000',
  gas_price: '20',
  max_fee_per_gas: '20',
  max_priority_fee_per_gas: '3',
  blob_versioned_hashes: [],
  transaction_types: [],
  actions: [],
  fhe_operations_count: 0,
  token_transfers_count: 0,
  logs_count: 0,
  is_pending_update: false,
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
