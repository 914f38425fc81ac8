import { expect, test } from 'vitest';
import { gasBeforeRefund, refundOwed } from './refund-owed';

const frame = {
  index: 0,
  parent: null,
  depth: 0,
  address: null,
  method: null,
  own_gas: null,
  is_failed: false,
};
const profile = {
  refund: null,
  gas_used: '328177',
  intrinsic_gas: '25204',
  frames: [{ ...frame, total_gas: '334076' }],
};

test('a refund that the trace lacks is at least what the parts exceed the gas used by, and shares are of the parts', () => {
  expect(refundOwed(profile)).toBe(31_103n);
  expect(gasBeforeRefund(profile)).toBe(359_280n);
  expect(gasBeforeRefund({ ...profile, frames: [] })).toBe(328_177n);
});
