import { expect, test } from 'vitest';
import { presentGasOracle } from './gas';

const paid = (fees: readonly [string, string, string] | null) => ({ transactions: 3, fees });
const SAMPLE = { blocks: [], sampledBlocks: 0, actions: [], consumers: [], paid: paid(['1', '2', '3']) };

test('where blocks have no base fee, what was paid is the whole price', () => {
  const unknown = {
    time: null,
    base_fee: null,
    priority_fee: null,
    priority_fee_wei: null,
    fiat_price: null,
  };
  expect(presentGasOracle({ ...SAMPLE, paid: paid(['1000000000', '2500000000', '3']) })).toEqual({
    slow: { price: 1, ...unknown },
    average: { price: 2.5, ...unknown },
    fast: { price: 3e-9, ...unknown },
  });
});

test('without transactions there are no prices', () => {
  expect(presentGasOracle({ ...SAMPLE, paid: paid(null) })).toBeNull();
});
