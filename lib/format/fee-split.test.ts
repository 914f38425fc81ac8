import { expect, test } from 'vitest';
import { splitFee } from './fee-split';

test('the parts of a fee add up to it', () => {
  const split = splitFee({ fee: 21_000n * 30n, gasUsed: 21_000n, baseFeePerGas: 28n, other: 0n });
  expect(split).toEqual({ burnt: 588_000n, priority: 42_000n, other: 0n });
  expect(splitFee({ fee: 700n, gasUsed: 10n, baseFeePerGas: 0n, other: 500n })).toEqual({
    burnt: 0n,
    priority: 200n,
    other: 500n,
  });
});

test('what is not known, or contradicts itself, is not split', () => {
  expect(splitFee({ fee: 1n, gasUsed: undefined, baseFeePerGas: 1n, other: 0n })).toBeUndefined();
  expect(splitFee({ fee: 1n, gasUsed: 1n, baseFeePerGas: undefined, other: 0n })).toBeUndefined();
  expect(splitFee({ fee: 1n, gasUsed: 5n, baseFeePerGas: 5n, other: 0n })).toBeUndefined();
});
