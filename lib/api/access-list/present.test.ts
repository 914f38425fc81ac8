import { expect, test } from 'vitest';
import { presentAddress } from '@/lib/api/address/present';
import { address, NO_ACCOUNTS } from '@/test/support/rows';
import { presentAccountAccess } from './present';

const account = {
  ...{ address: address(1), storageChanges: [], storageReads: [] },
  ...{ balanceChanges: [], nonceChanges: [], codeChanges: [] },
};

test('the last values of an account, and how often what changed', () => {
  const changes = [
    { index: 1, value: 5n },
    { index: 3, value: 0n },
  ];
  const busy = {
    ...account,
    storageChanges: [{ slot: 0n, changes }],
    storageReads: [1n, 2n],
    balanceChanges: changes,
    nonceChanges: changes.slice(0, 1),
    codeChanges: [{ index: 1, value: Buffer.alloc(0) }],
  };
  expect(presentAccountAccess(busy, NO_ACCOUNTS)).toEqual({
    address: presentAddress(address(1), NO_ACCOUNTS),
    balance: '0',
    nonce: '5',
    balance_changes_count: 2,
    nonce_changes_count: 1,
    code_changes_count: 1,
    changed_slots_count: 1,
    read_slots_count: 2,
  });
});

test('an account that was only looked at', () => {
  expect(presentAccountAccess(account, NO_ACCOUNTS)).toMatchObject({
    ...{ balance: null, nonce: null, balance_changes_count: 0, changed_slots_count: 0 },
  });
});
