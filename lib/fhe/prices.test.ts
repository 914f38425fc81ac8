import { describe, expect, test } from 'vitest';
import { listOperations } from '@/lib/evm/fhe-operations';
import { hcuCost } from './prices';
import { FHE_TYPE_NAMES } from './types';

const cost = (
  operation: Parameters<typeof hcuCost>[0]['operation'],
  fheType: string,
  { isScalar = false, valuesCount = 0 } = {},
) => hcuCost({ operation, fheType, isScalar, valuesCount });

describe('a price depends', () => {
  test('on the type and on whether an operand is plain', () => {
    expect(cost('FheAdd', 'Uint64')).toBe(162_000);
    expect(cost('FheAdd', 'Uint64', { isScalar: true })).toBe(133_000);
    expect(cost('FheMul', 'Uint128')).toBe(1_686_000);
    expect(cost('FheIfThenElse', 'Uint160')).toBe(83_000);
    expect(cost('FheNot', 'Bool')).toBe(2);
    expect(cost('TrivialEncrypt', 'Uint256')).toBe(32);
    expect(cost('FheMulDiv', 'Uint64')).toBe(2_911_000);
    expect(cost('FheMulDiv', 'Uint64', { isScalar: true })).toBe(1_921_000);
  });

  test('on how many values a list has, in tiers', () => {
    const sums = [0, 10, 11, 30, 31, 60, 61, 5000].map((valuesCount) =>
      cost('FheSum', 'Uint8', { valuesCount }),
    );
    expect(sums).toEqual([90_900, 90_900, 127_000, 127_000, 148_000, 148_000, 159_000, 159_000]);
    const isIn = [10, 30, 60, 61].map((valuesCount) => cost('FheIsIn', 'Uint160', { valuesCount }));
    expect(isIn).toEqual([286_000, 584_000, 885_000, 885_000]);
  });

  test('not on the scalar byte where only the scalar form exists', () => {
    expect(cost('FheDiv', 'Uint8')).toBe(210_000);
    expect(cost('FheRem', 'Uint8', { isScalar: true })).toBe(440_000);
    expect(cost('FheRem', 'Uint8')).toBe(440_000);
  });
});

test('what the contract has no price for costs nothing', () => {
  expect(cost('FheAdd', 'Uint256')).toBe(0);
  expect(cost('FheAdd', 'Uint4')).toBe(0);
  expect(cost('FheSum', 'Unknown', { valuesCount: 3 })).toBe(0);
  expect(cost('FheAdd', 'constructor')).toBe(0);
});

test('every reachable combination of the contract has its price', () => {
  const priced = listOperations().flatMap((operation) =>
    FHE_TYPE_NAMES.flatMap((fheType) =>
      [true, false].filter((isScalar) => cost(operation, fheType, { isScalar }) > 0),
    ),
  );
  expect(priced).toHaveLength(362);
});
