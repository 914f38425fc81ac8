import { expect, test } from 'vitest';
import { presentAddress } from '@/lib/api/address/present';
import { accountRow, address, byAddress, hex, MAX_UINT256, NO_ACCOUNTS } from '@/test/support/rows';
import { presentWithdrawal } from './present';

const receiver = address(0x11);
const row = {
  index: '0',
  validator_index: '7',
  block_number: 0,
  address: receiver,
  amount: '0',
  timestamp: 0,
};

test('index, block and amount 0 are values', () => {
  const shown = presentWithdrawal(row, NO_ACCOUNTS);
  expect(shown).toMatchObject({ block_number: 0, timestamp: '1970-01-01T00:00:00.000000Z', amount: '0' });
  expect([shown.index, shown.validator_index].map(String)).toEqual(['0', '7']);
  expect(shown.receiver.hash.toLowerCase()).toBe(hex(receiver));
});

test('quantities of 256 bits keep every digit, and the name of the receiver stays text', () => {
  const accounts = byAddress(accountRow({ address: receiver, name: Buffer.from('<img src=x>') }));
  const shown = presentWithdrawal({ ...row, index: MAX_UINT256, amount: MAX_UINT256 }, accounts);
  expect(shown.amount).toBe(MAX_UINT256);
  expect(BigInt(shown.index)).toBe(BigInt(MAX_UINT256));
  expect(shown.receiver).toEqual(presentAddress(receiver, accounts));
  expect(shown.receiver.name).toBe('<img src=x>');
});
