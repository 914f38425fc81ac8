import { expect, test } from 'vitest';
import { refundOwed } from './refund-owed';

type Account = Parameters<typeof refundOwed>[0];
const frame = (total_gas: string): Account['frames'][number] => ({
  ...{ index: 0, parent: null, depth: 0, address: null, method: null, own_gas: null, total_gas },
  is_failed: false,
});

test('calls that used more than was paid for them owe the rest to a refund', () => {
  const of = (total: string, refund: string | null = null) =>
    refundOwed({ refund, gas_used: '659727', intrinsic_gas: '42548', frames: [frame(total)] });
  expect(of('680569')).toBe(63_390n);
  expect(of('617179')).toBeUndefined();
  expect(of('680569', '63390')).toBeUndefined();
  expect(refundOwed({ refund: null, gas_used: '21000', intrinsic_gas: '21000', frames: [] })).toBeUndefined();
});
