import { expect, test } from 'vitest';
import { presentAddress } from '@/lib/api/address/present';
import { accountRow, address, byAddress, hash, hex, MAX_UINT256, NO_ACCOUNTS } from '@/test/support/rows';
import { presentCoinTransfer } from './present';

const row = {
  ...{ block_number: 0, transaction_index: 0, log_index: 0, timestamp: 0, is_value: false },
  ...{ from: address(0x10), to: address(0x11), value: 0n, transaction_hash: hash(0x30) },
};

test('block, index and value 0 are values', () => {
  expect(presentCoinTransfer(row, { addresses: NO_ACCOUNTS, proven: [] })).toEqual({
    block_number: 0,
    transaction_hash: hex(hash(0x30)),
    transaction_index: 0,
    log_index: 0,
    timestamp: '1970-01-01T00:00:00.000000Z',
    kind: 'call',
    from: presentAddress(address(0x10), NO_ACCOUNTS),
    to: presentAddress(address(0x11), NO_ACCOUNTS),
    value: '0',
    is_proven: false,
  });
});

test('it is proven with its block, and keeps every digit', () => {
  const accounts = byAddress(accountRow({ address: address(0x11), name: Buffer.from('<b>') }));
  const shown = presentCoinTransfer(
    { ...row, block_number: 7, is_value: true, value: BigInt(MAX_UINT256) },
    { addresses: accounts, proven: [{ from: 3, to: 7 }] },
  );
  expect(shown).toMatchObject({ kind: 'value', value: MAX_UINT256, is_proven: true, to: { name: '<b>' } });
  const later = { ...row, block_number: 8 };
  const context = { addresses: accounts, proven: [{ from: 3, to: 7 }] };
  expect(presentCoinTransfer(later, context).is_proven).toBe(false);
});
