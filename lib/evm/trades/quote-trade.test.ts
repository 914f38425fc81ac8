import { expect, test } from 'vitest';
import { isExact, quoteInput, reservesBefore } from './quote-trade';
import type { PoolState, Trade } from './read-trades';

const trade = (changes: Partial<Trade>): Trade => ({
  transactionIndex: 0,
  logIndex: 0,
  isZeroForOne: true,
  paid: 1_000n,
  bought: 0n,
  after: null,
  ...changes,
});

test('a pair gives what its constant product leaves after 0.3 %, and its reserves before a swap follow from those after it', () => {
  const state: PoolState = { kind: 'reserves', reserve0: 10_000n, reserve1: 5_000n };
  // 1000 · 997 · 5000 / (10000 · 1000 + 1000 · 997) = 453.3…
  const after: PoolState = { kind: 'reserves', reserve0: 11_000n, reserve1: 4_547n };
  expect(quoteInput(state, 3_000n, trade({}))).toEqual({ paid: 1_000n, bought: 453n, after });
  const swap = trade({ bought: 453n, after });
  expect(reservesBefore(swap)).toEqual(state);
  expect(isExact(state, 3_000n, swap)).toBe(true);
  const less = trade({ bought: 452n, after: { ...after, reserve1: 4_548n } });
  expect(isExact(state, 3_000n, less)).toBe(false);
  // 450 wanted: 10000 · 450 · 1000 / (4550 · 997) + 1 = 992.9…
  const wanted = (paid: bigint) =>
    trade({ paid, bought: 450n, after: { kind: 'reserves', reserve0: 10_000n + paid, reserve1: 4_550n } });
  expect(isExact(state, 3_000n, wanted(992n))).toBe(true);
  expect(isExact(state, 3_000n, wanted(995n))).toBe(false);
  expect(quoteInput({ ...state, reserve1: 0n }, 3_000n, trade({}))).toBeUndefined();
});

test('a pool of one range gives what the tests of Uniswap V3 say of a step that reaches no tick', () => {
  const state: PoolState = { kind: 'price', sqrtPrice: 2n ** 96n, liquidity: 2n * 10n ** 18n };
  const input = quoteInput(state, 600n, { isZeroForOne: false, paid: 10n ** 18n });
  expect(input?.bought).toBe(666_399_946_655_997_866n);
  const output = trade({
    isZeroForOne: false,
    paid: 2_000_000_000_000_000_000n + 1_200_720_432_259_356n,
    bought: 10n ** 18n,
    after: { ...state, sqrtPrice: 2n ** 97n },
  });
  expect(isExact(state, 600n, output)).toBe(true);
  expect(isExact(state, 600n, { ...output, after: { ...state, sqrtPrice: 2n ** 97n + 1n } })).toBe(false);
  expect(isExact({ ...state, liquidity: 0n }, 600n, output)).toBe(false);
});

test('in both directions a pool of one range gives the same at the same price', () => {
  const state: PoolState = { kind: 'price', sqrtPrice: 2n ** 96n, liquidity: 10n ** 24n };
  const [down, up] = [true, false].map((isZeroForOne) =>
    quoteInput(state, 500n, { isZeroForOne, paid: 10n ** 20n }),
  );
  expect(down?.bought).toBe(up?.bought);
  expect(down?.after).not.toEqual(up?.after);
});
