import type { FheOperationName } from '@/lib/evm/fhe-operations';

type Prices = ReadonlyMap<string, number>;
type PriceEntry = Readonly<{ any?: Prices; scalar?: Prices; encrypted?: Prices; tiers?: readonly Prices[] }>;

/** Limits per transaction that HCULimit is deployed with: total HCU and sequential depth. Governance can set others. */
export const HCU_LIMITS = { perTransaction: 20_000_000, depthPerTransaction: 5_000_000 } as const;

/** Price tiers of FheSum and FheIsIn: maximum number of values. */
const TIER_BOUNDS = [10, 30, 60, Number.POSITIVE_INFINITY];

const UP_TO_64 = ['Uint8', 'Uint16', 'Uint32', 'Uint64'];
const UP_TO_128 = [...UP_TO_64, 'Uint128'];
const WITH_256 = [...UP_TO_128, 'Uint256'];
const WITH_ADDRESS = [...UP_TO_128, 'Uint160', 'Uint256'];
const WITH_BOOL = ['Bool', ...WITH_256];
const ALL = ['Bool', ...WITH_ADDRESS];

/** Prices by pricing type, from fhEVM's HCULimit contract (v0.4.0); `scalar` when one operand is plaintext. */
const PRICES: Readonly<Record<FheOperationName, PriceEntry>> = {
  FheAdd: {
    scalar: byType(UP_TO_128, [84_000, 93_000, 95_000, 133_000, 172_000]),
    encrypted: byType(UP_TO_128, [88_000, 93_000, 125_000, 162_000, 259_000]),
  },
  FheSub: {
    scalar: byType(UP_TO_128, [84_000, 93_000, 95_000, 133_000, 172_000]),
    encrypted: byType(UP_TO_128, [91_000, 93_000, 125_000, 162_000, 260_000]),
  },
  FheMul: {
    scalar: byType(UP_TO_128, [122_000, 193_000, 265_000, 365_000, 696_000]),
    encrypted: byType(UP_TO_128, [150_000, 222_000, 328_000, 596_000, 1_686_000]),
  },
  FheDiv: { scalar: byType(UP_TO_128, [210_000, 302_000, 438_000, 715_000, 1_225_000]) },
  FheRem: { scalar: byType(UP_TO_128, [440_000, 580_000, 792_000, 1_153_000, 1_943_000]) },
  FheBitAnd: {
    scalar: byType(WITH_BOOL, [22_000, 31_000, 31_000, 32_000, 34_000, 37_000, 38_000]),
    encrypted: byType(WITH_BOOL, [25_000, 31_000, 31_000, 32_000, 34_000, 37_000, 38_000]),
  },
  FheBitOr: {
    scalar: byType(WITH_BOOL, [22_000, 30_000, 30_000, 32_000, 34_000, 37_000, 38_000]),
    encrypted: byType(WITH_BOOL, [24_000, 30_000, 31_000, 32_000, 34_000, 37_000, 38_000]),
  },
  FheBitXor: {
    scalar: byType(WITH_BOOL, [22_000, 31_000, 31_000, 32_000, 34_000, 37_000, 39_000]),
    encrypted: byType(WITH_BOOL, [22_000, 31_000, 31_000, 32_000, 34_000, 37_000, 39_000]),
  },
  FheShl: {
    scalar: byType(WITH_256, [32_000, 32_000, 32_000, 34_000, 37_000, 39_000]),
    encrypted: byType(WITH_256, [92_000, 125_000, 162_000, 208_000, 272_000, 378_000]),
  },
  FheShr: {
    scalar: byType(WITH_256, [32_000, 32_000, 32_000, 34_000, 37_000, 38_000]),
    encrypted: byType(WITH_256, [91_000, 123_000, 163_000, 209_000, 272_000, 369_000]),
  },
  FheRotl: {
    scalar: byType(WITH_256, [31_000, 31_000, 32_000, 34_000, 37_000, 38_000]),
    encrypted: byType(WITH_256, [91_000, 125_000, 163_000, 209_000, 278_000, 378_000]),
  },
  FheRotr: {
    scalar: byType(WITH_256, [31_000, 31_000, 32_000, 34_000, 37_000, 40_000]),
    encrypted: byType(WITH_256, [93_000, 125_000, 160_000, 209_000, 283_000, 375_000]),
  },
  FheEq: {
    scalar: byType(ALL, [25_000, 55_000, 55_000, 82_000, 83_000, 117_000, 117_000, 118_000]),
    encrypted: byType(ALL, [26_000, 55_000, 83_000, 86_000, 120_000, 122_000, 137_000, 152_000]),
  },
  FheNe: {
    scalar: byType(ALL, [23_000, 55_000, 55_000, 83_000, 84_000, 117_000, 117_000, 117_000]),
    encrypted: byType(ALL, [23_000, 55_000, 83_000, 85_000, 118_000, 122_000, 136_000, 150_000]),
  },
  FheGe: {
    scalar: byType(UP_TO_128, [52_000, 55_000, 84_000, 116_000, 149_000]),
    encrypted: byType(UP_TO_128, [63_000, 84_000, 118_000, 152_000, 210_000]),
  },
  FheGt: {
    scalar: byType(UP_TO_128, [52_000, 55_000, 84_000, 117_000, 150_000]),
    encrypted: byType(UP_TO_128, [59_000, 84_000, 118_000, 152_000, 218_000]),
  },
  FheLe: {
    scalar: byType(UP_TO_128, [58_000, 58_000, 84_000, 119_000, 150_000]),
    encrypted: byType(UP_TO_128, [58_000, 83_000, 117_000, 149_000, 218_000]),
  },
  FheLt: {
    scalar: byType(UP_TO_128, [52_000, 58_000, 83_000, 118_000, 149_000]),
    encrypted: byType(UP_TO_128, [59_000, 84_000, 117_000, 146_000, 215_000]),
  },
  FheMin: {
    scalar: byType(UP_TO_128, [84_000, 88_000, 117_000, 150_000, 186_000]),
    encrypted: byType(UP_TO_128, [119_000, 146_000, 182_000, 219_000, 289_000]),
  },
  FheMax: {
    scalar: byType(UP_TO_128, [89_000, 89_000, 117_000, 149_000, 180_000]),
    encrypted: byType(UP_TO_128, [121_000, 145_000, 180_000, 218_000, 290_000]),
  },
  FheNeg: { any: byType(WITH_256, [79_000, 93_000, 95_000, 131_000, 168_000, 269_000]) },
  FheNot: { any: byType(WITH_BOOL, [2, 9, 16, 32, 63, 130, 130]) },
  FheIfThenElse: { any: byType(ALL, [55_000, 55_000, 55_000, 55_000, 55_000, 57_000, 83_000, 108_000]) },
  TrivialEncrypt: { any: byType(ALL, [32, 32, 32, 32, 32, 32, 32, 32]) },
  Cast: { any: byType(WITH_BOOL, [32, 32, 32, 32, 32, 32, 32]) },
  FheRand: { any: byType(WITH_BOOL, [19_000, 23_000, 23_000, 24_000, 24_000, 25_000, 30_000]) },
  FheRandBounded: { any: byType(WITH_256, [23_000, 23_000, 24_000, 24_000, 25_000, 30_000]) },
  FheSum: {
    tiers: [
      byType(UP_TO_128, [90_900, 95_000, 116_000, 139_000, 219_000]),
      byType(UP_TO_128, [127_000, 136_000, 164_000, 216_000, 355_000]),
      byType(UP_TO_128, [148_000, 162_000, 205_000, 306_000, 552_000]),
      byType(UP_TO_128, [159_000, 184_000, 281_000, 306_000, 552_000]),
    ],
  },
  FheIsIn: {
    tiers: [
      byType(WITH_ADDRESS, [71_300, 103_000, 137_000, 218_000, 256_000, 286_000, 321_000]),
      byType(WITH_ADDRESS, [148_000, 218_000, 300_000, 492_000, 535_000, 584_000, 586_000]),
      byType(WITH_ADDRESS, [247_000, 378_000, 531_000, 879_000, 921_000, 885_000, 943_000]),
      byType(WITH_ADDRESS, [374_000, 605_000, 827_000, 879_000, 921_000, 885_000, 943_000]),
    ],
  },
  FheMulDiv: {
    scalar: byType(UP_TO_64, [495_000, 703_000, 1_080_000, 1_921_000]),
    encrypted: byType(UP_TO_64, [524_000, 766_000, 1_311_000, 2_911_000]),
  },
};

type PricedOperation = Readonly<{
  operation: FheOperationName;
  fheType: string;
  isScalar: boolean;
  valuesCount: number;
}>;

/** The cost in HCU, 0 without a price. Operations with a scalar form only (FheDiv, FheRem) ignore `isScalar`. */
export function hcuCost({ operation, fheType, isScalar, valuesCount }: PricedOperation): number {
  const entry = PRICES[operation];
  const tier = entry.tiers?.[TIER_BOUNDS.findIndex((bound) => valuesCount <= bound)];
  const prices = tier ?? entry.any ?? (isScalar ? entry.scalar : (entry.encrypted ?? entry.scalar));
  return prices?.get(fheType) ?? 0;
}

function byType(types: readonly string[], prices: readonly number[]): Prices {
  return new Map(
    types.flatMap((type, index) => {
      const price = prices[index];
      return price === undefined ? [] : [[type, price] as const];
    }),
  );
}
