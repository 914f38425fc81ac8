import { expect, test } from 'vitest';
import { address } from '@/test/support/api-rows';
import { presentFheTokens, presentKinds, presentSample, presentSpread } from './present';
import type { SampleRow } from './query';

const row = (of: SampleRow['of'], operation: string | null, total_hcu: number): SampleRow => ({
  ...{ of, caller: null, operation, from_block: 7, operation_count: 2, transaction_count: 1, total_hcu },
});

test('a sample is summed up, and its kinds have most HCU first', () => {
  const rows = [row('operation', 'Later', 5), row('operation', 'FheAdd', 5), row('all', null, 12)];
  const sums = { operation_count: 2, transaction_count: 1 };
  expect(presentSample(rows)).toEqual({ ...sums, from_block: 7, total_hcu: 12 });
  expect(presentKinds([row('operation', 'FheMul', 9), ...rows])).toEqual([
    { ...sums, operation: 'FheMul', type: 'arithmetic', total_hcu: 9 },
    { ...sums, operation: 'FheAdd', type: 'arithmetic', total_hcu: 5 },
    { ...sums, operation: 'Later', type: 'other', total_hcu: 5 },
  ]);
});

test('nothing sampled is no sum, and no spread', () => {
  const none = { operation_count: 0, transaction_count: 0, total_hcu: 0 };
  expect(presentSample([])).toEqual({ ...none, from_block: null });
  expect(presentSpread(null)).toBeNull();
  expect(presentSpread([0, 1, 2, 3, 4])).toEqual({
    ...{ minimum: 0, quarter: 1, median: 2, three_quarters: 3, maximum: 4 },
  });
});

test('confirmed tokens come first, those that are not confirmed last, in the order given', () => {
  const nothing = { name: null, symbol: null, decimals: null, total_supply: null, balances_by: null };
  const rows = [1, 2, 3, 4].map((number) => ({
    ...{ address: address(number), type: 'ERC-7984', transfers_count: 9, holders_count: null },
    ...{ ...nothing, price: null, icon_url: null },
  })) satisfies Parameters<typeof presentFheTokens>[0];
  const confirmed = [false, true, null, true, true].map((is_confirmed, index) => ({
    ...{ address: address(index + 1), is_confirmed },
  }));
  const told = presentFheTokens(rows, confirmed, 3);
  const addresses = told.map(({ token }) => token.address_hash.toLowerCase());
  expect(addresses).toEqual([2, 4, 3].map((number) => `0x${address(number).toString('hex')}`));
  expect(told.map(({ is_confirmed }) => is_confirmed)).toEqual([true, true, null]);
});
