import { expect, test } from 'vitest';
import { presentAddress } from '@/lib/api/address/present';
import { address, blockRow, hash, hex, NO_ACCOUNTS, nulls } from '@/test/support/rows';
import { confirmationsOf, presentBlock } from './present';

const NOTHING = {
  ...nulls(`size nonce difficulty total_difficulty base_fee_per_gas burnt_fees burnt_fees_percentage priority_fee
    internal_transactions_count fhe_deployments withdrawals_count blob_gas_used excess_blob_gas
    state_root transactions_root receipts_root
    slot_number skipped_slots_count builder_withdrawals block_access_list_hash`),
  height: 0,
  hash: hex(hash(0x40)),
  parent_hash: `0x${'0'.repeat(64)}`,
  timestamp: '1970-01-01T00:00:00.000000Z',
  type: 'block',
  miner: presentAddress(Buffer.alloc(20), NO_ACCOUNTS),
  gas_limit: '0',
  gas_used: '0',
  gas_used_percentage: 0,
  gas_target_percentage: -100,
  transaction_fees: '0',
  transactions_count: 0,
  uncles_hashes: [],
  rewards: [],
  is_pending_update: false,
  token_transfers_count: 0,
  fhe_operations_count: 0,
  total_hcu: '0',
  extra_data: '0x',
  access_list: null,
  confirmations: 1,
  proof: { status: 'unproven', reason: null },
};

const KNOWN_HEADERS = { newer_header_since: null, newer_header_fields: null, newer_header_version: null };
const at = (tip_number: number) => ({
  state: { tip_number, proof_status: 'provable' as const, unprovable_reason: null, ...KNOWN_HEADERS },
  proven: [{ from: 3, to: 17 }],
  accessLists: [],
  slots: [],
});

test('a block of which nothing is known but that it is', () => {
  expect(presentBlock(blockRow(), { addresses: NO_ACCOUNTS, ...at(0) })).toEqual(NOTHING);
});

test('a full block: zeros are values, hashes are hex', () => {
  const row = blockRow({
    number: 17,
    miner: address(0x11),
    gas_limit: '30000000',
    gas_used: '15000000',
    base_fee_per_gas: '0',
    size: '1024',
    difficulty: '0',
    total_difficulty: String(2n ** 256n - 1n),
    nonce: Buffer.alloc(8),
    extra_data: Buffer.from('geth'),
    state_root: hash(0x41),
    transactions_root: hash(0x42),
    receipts_root: hash(0x43),
    uncles: [hash(0x44)],
    withdrawals_count: 0,
    blob_gas_used: '0',
    excess_blob_gas: '131072',
    internal_transactions_count: 0,
    transaction_fees: '400',
    burnt_fees: '100',
    priority_fee: '300',
  });
  expect(presentBlock(row, { addresses: NO_ACCOUNTS, ...at(20) })).toEqual({
    ...NOTHING,
    height: 17,
    miner: presentAddress(address(0x11), NO_ACCOUNTS),
    size: 1024,
    nonce: '0x0000000000000000',
    difficulty: '0',
    total_difficulty: row.total_difficulty,
    gas_limit: '30000000',
    gas_used: '15000000',
    gas_used_percentage: 50,
    gas_target_percentage: 0,
    base_fee_per_gas: '0',
    transaction_fees: '400',
    burnt_fees: '100',
    burnt_fees_percentage: 25,
    priority_fee: '300',
    internal_transactions_count: 0,
    withdrawals_count: 0,
    uncles_hashes: [{ hash: hex(hash(0x44)) }],
    blob_gas_used: '0',
    excess_blob_gas: '131072',
    extra_data: '0x67657468',
    state_root: hex(hash(0x41)),
    transactions_root: hex(hash(0x42)),
    receipts_root: hex(hash(0x43)),
    confirmations: 4,
    proof: { status: 'proven', reason: null },
  });
});

test('what is burnt of no fees is no share, and a size that no number holds none', () => {
  const row = blockRow({ burnt_fees: '0', size: '9007199254740992' });
  expect(presentBlock(row, { addresses: NO_ACCOUNTS, ...at(0) })).toEqual({ ...NOTHING, burnt_fees: '0' });
});

test('a block confirms itself, also one above the tip', () => {
  expect([confirmationsOf(5, 5), confirmationsOf(5, 9), confirmationsOf(9, 5)]).toEqual([1, 5, 1]);
});

test('a block is proven where it lies in a proven range, also when others of the chain cannot be', () => {
  const state = {
    tip_number: 20,
    proof_status: 'unprovable' as const,
    unprovable_reason: 'transactions of type 106',
    ...KNOWN_HEADERS,
  };
  const unprovable = { status: 'unprovable', reason: 'transactions of type 106' };
  const presented = [2, 3, 17, 18].map((number) => {
    const shared = { addresses: NO_ACCOUNTS, ...at(20), state };
    return presentBlock(blockRow({ number }), shared).proof;
  });
  expect(presented).toEqual([
    unprovable,
    ...[3, 17].map(() => ({ status: 'proven', reason: null })),
    unprovable,
  ]);
  expect(
    presentBlock(blockRow(), { addresses: NO_ACCOUNTS, ...at(0), state: undefined, proven: [] }).proof,
  ).toEqual({
    status: 'unproven',
    reason: null,
  });
});

test('the size of the access list of this block, if its list is stored', () => {
  const size = { bytes: 900, accounts: 5, changed_slots: 0, read_slots: 7 };
  const shared = { addresses: NO_ACCOUNTS, ...at(20), accessLists: [{ block_number: 17, ...size }] };
  const lists = [16, 17].map((number) => presentBlock(blockRow({ number }), shared).access_list);
  expect(lists).toEqual([
    null,
    { bytes: 900, accounts_count: 5, changed_slots_count: 0, read_slots_count: 7 },
  ]);
});

test('from a newer header on, what is not proven cannot be: upgrade', () => {
  const newer = {
    ...{ newer_header_since: 18, newer_header_version: '0.4.0' },
    newer_header_fields: ['laterHash', 'laterSlot'],
  };
  const shared = { addresses: NO_ACCOUNTS, ...at(20), state: { ...at(20).state, ...newer } };
  const presented = [2, 17, 18].map((number) => presentBlock(blockRow({ number }), shared).proof);
  expect(presented).toEqual([
    { status: 'unproven', reason: null },
    { status: 'proven', reason: null },
    {
      status: 'unprovable',
      reason: 'this chain has a newer header than version 0.4.0 knows (laterHash, laterSlot): upgrade',
      code: 'newer_header',
      params: { version: '0.4.0', fields: 'laterHash, laterSlot' },
    },
  ]);
});

test('the slot, slots skipped since the parent, and what builders paid', () => {
  const row = blockRow({ number: 17, slot_number: '90', block_access_list_hash: hash(0x45) });
  const present = (since_parent: string | null) =>
    presentBlock(row, {
      ...{ addresses: NO_ACCOUNTS, ...at(20) },
      slots: [{ number: 17, since_parent, builder_withdrawals: 2, builder_amount: '5' }],
    });
  expect(present('4')).toMatchObject({
    ...{ slot_number: '90', skipped_slots_count: '3', block_access_list_hash: hex(hash(0x45)) },
    builder_withdrawals: { count: 2, amount: '5' },
  });
  expect([null, '1', '0'].map((since) => present(since).skipped_slots_count)).toEqual([null, '0', null]);
});
