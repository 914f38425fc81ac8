import { expect, test } from 'vitest';
import { presentGasOracle } from './present';

const paid = (fees: readonly [string, string, string] | null) => ({
  transactions: 3,
  fees,
  coin_price: null,
});
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

test('with a price of the coin, a transfer has one in dollars, exact and never 0', () => {
  const price = { kind: 'feed', contract: '01', description: null, updated_at: 0, block_number: 0 } as const;
  const fees = { ...paid(['1000000000', '2500000000', '1']), coin_price: { ...price, price: '2000.5' } };
  expect(presentGasOracle({ ...SAMPLE, paid: fees })).toMatchObject({
    slow: { fiat_price: '0.0420105' },
    average: { fiat_price: '0.10502625' },
    fast: { fiat_price: '0.0000000000420105' },
  });
});

test('without transactions there are no prices', () => {
  expect(presentGasOracle({ ...SAMPLE, paid: paid(null) })).toBeNull();
});
