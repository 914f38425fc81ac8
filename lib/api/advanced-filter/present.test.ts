import { describe, expect, test } from 'vitest';
import { presentAddress } from '@/lib/api/address/present';
import { BUILT_IN } from '@/lib/evm/signatures';
import { address, byAddress, hash, hex, NO_ACCOUNTS, tokenRow, transactionRow } from '@/test/support/rows';
import { SHIPPED } from '@/test/support/shipped-names';
import { ENTRY_HEAD, presentEntry, presentEntryRecord, presentTokensByAddress } from './present';
import type { EntryRow } from './query';

const tokens = byAddress(tokenRow({ address: address(0x20), decimals: '6', symbol: Buffer.from('=1+1') }));
const context = { addresses: NO_ACCOUNTS, tokens, signatures: [BUILT_IN, ...SHIPPED] };
const entry = (changes: Partial<EntryRow>, input = Buffer.alloc(0)) => {
  const row: EntryRow = {
    block_number: 5,
    transaction_index: 0,
    kind: 'transaction',
    place: 0,
    from_address: address(0x10),
    to_address: address(0x11),
    created_contract: null,
    value: '0',
    token_address: null,
    token_type: null,
    token_id: null,
    ids_count: 0,
    ...changes,
  };
  return presentEntry(row, transactionRow({ input }), context);
};
const transfer = (changes: Partial<EntryRow> = {}) =>
  entry({
    ...{ kind: 'transfer', place: 3, token_address: address(0x20), token_type: 'ERC-20', value: '7' },
    ...changes,
  });

test('a transfer of coin: a value of 0 is one', () => {
  expect(entry({})).toMatchObject({
    hash: hex(hash(0x30)),
    type: 'coin_transfer',
    status: 'ok',
    value: '0',
    total: null,
    token: null,
    internal_transaction_index: null,
    token_transfer_index: null,
    created_from: 'transaction',
    fee: '210000',
  });
});

test.each([
  ['contract_interaction', { kind: 'transaction' }],
  ['coin_transfer', { kind: 'internal' }],
  ['contract_creation', { kind: 'transaction', to_address: null, created_contract: address(0x12) }],
  ['contract_creation', { kind: 'transaction', to_address: null }],
  ['contract_creation', { kind: 'internal', created_contract: address(0x12) }],
] as const)('is a %s: %j', (type, changes) => {
  expect(entry(changes, Buffer.from('a9059cbb', 'hex')).type).toBe(type);
});

test('a call has its index among calls', () => {
  const shown = entry({ kind: 'internal', place: 4 });
  expect([shown.internal_transaction_index, shown.created_from]).toEqual([4, 'internal_transaction']);
});

describe('a transfer of tokens', () => {
  test('has a total in place of a value', () => {
    expect(transfer()).toMatchObject({
      type: 'ERC-20',
      value: null,
      total: { decimals: '6', value: '7', token_id: null },
      token_transfer_index: 3,
    });
  });

  test.each([
    ['an item', { token_type: 'ERC-721', token_id: '9', ids_count: 1, value: '1' }, null, '9'],
    ['several IDs', { token_type: 'ERC-1155', token_id: '9', ids_count: 2 }, null, null],
    ['an encrypted amount', { token_type: 'ERC-7984' }, null, null],
  ])('of %s has no sum', (_, changes, ...[value, token_id]) => {
    expect(transfer(changes).total).toMatchObject({ value, token_id });
  });
});

test('a record has a field for each column, and what strangers name is left to the writer of CSV', () => {
  const record = presentEntryRecord(transfer());
  const fields = Object.fromEntries(ENTRY_HEAD.map((name, at) => [name, record[at]]));
  expect(record).toHaveLength(ENTRY_HEAD.length);
  expect(fields).toMatchObject({
    Type: 'ERC-20',
    Value: '7',
    TokenSymbol: '=1+1',
    TokenID: '',
    BlockNumber: '5',
  });
});

test('tokens are found by their checksummed address', () => {
  expect(Object.keys(presentTokensByAddress(tokens))).toEqual([
    presentAddress(address(0x20), NO_ACCOUNTS).hash,
  ]);
});
