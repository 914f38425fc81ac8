import { expect, test } from 'vitest';
import { presentAddress } from '@/lib/api/address/present';
import { address, hash, hex, NO_ACCOUNTS } from '@/test/support/rows';
import { presentUserOperation } from './present';
import type { UserOperationRow } from './query';

const word = (value: bigint) => value.toString(16).padStart(64, '0');
const padded = (bytes: Buffer) => Buffer.concat([Buffer.alloc(12), bytes]);
const row: UserOperationRow = {
  block_number: 5,
  transaction_index: 0,
  log_index: 2,
  sender: address(0x10),
  paymaster: null,
  factory: null,
  entry_point: Buffer.from('0000000071727de22e5e9d8baf0edac6f37da032', 'hex'),
  topic0: Buffer.from('49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f', 'hex'),
  topic1: hash(0x40),
  topic2: padded(address(0x10)),
  topic3: padded(Buffer.alloc(20)),
  data: Buffer.from([0n, 0n, 2n ** 200n, 21_000n].map(word).join(''), 'hex'),
  bundler: address(0x11),
  bundle_index: 0,
  operation_index: 0,
  transaction_hash: hash(0x30),
  timestamp: 0,
};

test('a failed operation that nobody sponsored: 0 is a nonce, and its cost keeps every digit', () => {
  expect(presentUserOperation(row, NO_ACCOUNTS)).toEqual({
    hash: hex(hash(0x40)),
    transaction_hash: hex(hash(0x30)),
    block_number: '5',
    timestamp: '1970-01-01T00:00:00.000000Z',
    address: presentAddress(address(0x10), NO_ACCOUNTS),
    bundler: presentAddress(address(0x11), NO_ACCOUNTS),
    paymaster: null,
    entry_point: presentAddress(row.entry_point, NO_ACCOUNTS),
    entry_point_version: 'v0.7',
    status: false,
    nonce: '0',
    fee: String(2n ** 200n),
    gas: '21000',
  });
});

test.each([
  ['data cut short', { data: row.data.subarray(1) }],
  ['another event', { topic0: hash(1) }],
  ['another contract', { entry_point: address(0x12) }],
])('%s tells none', (_, changes) => {
  expect(presentUserOperation({ ...row, ...changes }, NO_ACCOUNTS)).toBeUndefined();
});
