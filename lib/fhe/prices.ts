import type { FheOperationName } from './operations';

type Prices = Readonly<Record<string, number>>;
/** Prices by number of values: the first pair whose bound is not exceeded holds. */
type Tiers = Readonly<Record<string, readonly (readonly [upTo: number, price: number])[]>>;
type PriceEntry = Readonly<{ any?: Prices; scalar?: Prices; encrypted?: Prices; tiers?: Tiers }>;

/** What the HCULimit contract allows one transaction: the sum of costs, and the depth of its longest chain. */
export const HCU_LIMITS = { perTransaction: 20_000_000, depthPerTransaction: 5_000_000 } as const;

/**
 * What each operation costs in homomorphic complexity units, by the type that prices it: the table of the HCULimit
 * contract of fhEVM (v0.4.0). `scalar` holds when one operand is plain, `encrypted` when all are handles.
 */
const PRICES: Readonly<Record<FheOperationName, PriceEntry>> = {
  FheAdd: {
    scalar: { Uint8: 84_000, Uint16: 93_000, Uint32: 95_000, Uint64: 133_000, Uint128: 172_000 },
    encrypted: { Uint8: 88_000, Uint16: 93_000, Uint32: 125_000, Uint64: 162_000, Uint128: 259_000 },
  },
  FheSub: {
    scalar: { Uint8: 84_000, Uint16: 93_000, Uint32: 95_000, Uint64: 133_000, Uint128: 172_000 },
    encrypted: { Uint8: 91_000, Uint16: 93_000, Uint32: 125_000, Uint64: 162_000, Uint128: 260_000 },
  },
  FheMul: {
    scalar: { Uint8: 122_000, Uint16: 193_000, Uint32: 265_000, Uint64: 365_000, Uint128: 696_000 },
    encrypted: { Uint8: 150_000, Uint16: 222_000, Uint32: 328_000, Uint64: 596_000, Uint128: 1_686_000 },
  },
  FheDiv: {
    scalar: { Uint8: 210_000, Uint16: 302_000, Uint32: 438_000, Uint64: 715_000, Uint128: 1_225_000 },
  },
  FheRem: {
    scalar: { Uint8: 440_000, Uint16: 580_000, Uint32: 792_000, Uint64: 1_153_000, Uint128: 1_943_000 },
  },
  FheBitAnd: {
    scalar: {
      Bool: 22_000,
      Uint8: 31_000,
      Uint16: 31_000,
      Uint32: 32_000,
      Uint64: 34_000,
      Uint128: 37_000,
      Uint256: 38_000,
    },
    encrypted: {
      Bool: 25_000,
      Uint8: 31_000,
      Uint16: 31_000,
      Uint32: 32_000,
      Uint64: 34_000,
      Uint128: 37_000,
      Uint256: 38_000,
    },
  },
  FheBitOr: {
    scalar: {
      Bool: 22_000,
      Uint8: 30_000,
      Uint16: 30_000,
      Uint32: 32_000,
      Uint64: 34_000,
      Uint128: 37_000,
      Uint256: 38_000,
    },
    encrypted: {
      Bool: 24_000,
      Uint8: 30_000,
      Uint16: 31_000,
      Uint32: 32_000,
      Uint64: 34_000,
      Uint128: 37_000,
      Uint256: 38_000,
    },
  },
  FheBitXor: {
    scalar: {
      Bool: 22_000,
      Uint8: 31_000,
      Uint16: 31_000,
      Uint32: 32_000,
      Uint64: 34_000,
      Uint128: 37_000,
      Uint256: 39_000,
    },
    encrypted: {
      Bool: 22_000,
      Uint8: 31_000,
      Uint16: 31_000,
      Uint32: 32_000,
      Uint64: 34_000,
      Uint128: 37_000,
      Uint256: 39_000,
    },
  },
  FheShl: {
    scalar: {
      Uint8: 32_000,
      Uint16: 32_000,
      Uint32: 32_000,
      Uint64: 34_000,
      Uint128: 37_000,
      Uint256: 39_000,
    },
    encrypted: {
      Uint8: 92_000,
      Uint16: 125_000,
      Uint32: 162_000,
      Uint64: 208_000,
      Uint128: 272_000,
      Uint256: 378_000,
    },
  },
  FheShr: {
    scalar: {
      Uint8: 32_000,
      Uint16: 32_000,
      Uint32: 32_000,
      Uint64: 34_000,
      Uint128: 37_000,
      Uint256: 38_000,
    },
    encrypted: {
      Uint8: 91_000,
      Uint16: 123_000,
      Uint32: 163_000,
      Uint64: 209_000,
      Uint128: 272_000,
      Uint256: 369_000,
    },
  },
  FheRotl: {
    scalar: {
      Uint8: 31_000,
      Uint16: 31_000,
      Uint32: 32_000,
      Uint64: 34_000,
      Uint128: 37_000,
      Uint256: 38_000,
    },
    encrypted: {
      Uint8: 91_000,
      Uint16: 125_000,
      Uint32: 163_000,
      Uint64: 209_000,
      Uint128: 278_000,
      Uint256: 378_000,
    },
  },
  FheRotr: {
    scalar: {
      Uint8: 31_000,
      Uint16: 31_000,
      Uint32: 32_000,
      Uint64: 34_000,
      Uint128: 37_000,
      Uint256: 40_000,
    },
    encrypted: {
      Uint8: 93_000,
      Uint16: 125_000,
      Uint32: 160_000,
      Uint64: 209_000,
      Uint128: 283_000,
      Uint256: 375_000,
    },
  },
  FheEq: {
    scalar: {
      Bool: 25_000,
      Uint8: 55_000,
      Uint16: 55_000,
      Uint32: 82_000,
      Uint64: 83_000,
      Uint128: 117_000,
      Uint160: 117_000,
      Uint256: 118_000,
    },
    encrypted: {
      Bool: 26_000,
      Uint8: 55_000,
      Uint16: 83_000,
      Uint32: 86_000,
      Uint64: 120_000,
      Uint128: 122_000,
      Uint160: 137_000,
      Uint256: 152_000,
    },
  },
  FheNe: {
    scalar: {
      Bool: 23_000,
      Uint8: 55_000,
      Uint16: 55_000,
      Uint32: 83_000,
      Uint64: 84_000,
      Uint128: 117_000,
      Uint160: 117_000,
      Uint256: 117_000,
    },
    encrypted: {
      Bool: 23_000,
      Uint8: 55_000,
      Uint16: 83_000,
      Uint32: 85_000,
      Uint64: 118_000,
      Uint128: 122_000,
      Uint160: 136_000,
      Uint256: 150_000,
    },
  },
  FheGe: {
    scalar: { Uint8: 52_000, Uint16: 55_000, Uint32: 84_000, Uint64: 116_000, Uint128: 149_000 },
    encrypted: { Uint8: 63_000, Uint16: 84_000, Uint32: 118_000, Uint64: 152_000, Uint128: 210_000 },
  },
  FheGt: {
    scalar: { Uint8: 52_000, Uint16: 55_000, Uint32: 84_000, Uint64: 117_000, Uint128: 150_000 },
    encrypted: { Uint8: 59_000, Uint16: 84_000, Uint32: 118_000, Uint64: 152_000, Uint128: 218_000 },
  },
  FheLe: {
    scalar: { Uint8: 58_000, Uint16: 58_000, Uint32: 84_000, Uint64: 119_000, Uint128: 150_000 },
    encrypted: { Uint8: 58_000, Uint16: 83_000, Uint32: 117_000, Uint64: 149_000, Uint128: 218_000 },
  },
  FheLt: {
    scalar: { Uint8: 52_000, Uint16: 58_000, Uint32: 83_000, Uint64: 118_000, Uint128: 149_000 },
    encrypted: { Uint8: 59_000, Uint16: 84_000, Uint32: 117_000, Uint64: 146_000, Uint128: 215_000 },
  },
  FheMin: {
    scalar: { Uint8: 84_000, Uint16: 88_000, Uint32: 117_000, Uint64: 150_000, Uint128: 186_000 },
    encrypted: { Uint8: 119_000, Uint16: 146_000, Uint32: 182_000, Uint64: 219_000, Uint128: 289_000 },
  },
  FheMax: {
    scalar: { Uint8: 89_000, Uint16: 89_000, Uint32: 117_000, Uint64: 149_000, Uint128: 180_000 },
    encrypted: { Uint8: 121_000, Uint16: 145_000, Uint32: 180_000, Uint64: 218_000, Uint128: 290_000 },
  },
  FheNeg: {
    any: {
      Uint8: 79_000,
      Uint16: 93_000,
      Uint32: 95_000,
      Uint64: 131_000,
      Uint128: 168_000,
      Uint256: 269_000,
    },
  },
  FheNot: { any: { Bool: 2, Uint8: 9, Uint16: 16, Uint32: 32, Uint64: 63, Uint128: 130, Uint256: 130 } },
  FheIfThenElse: {
    any: {
      Bool: 55_000,
      Uint8: 55_000,
      Uint16: 55_000,
      Uint32: 55_000,
      Uint64: 55_000,
      Uint128: 57_000,
      Uint160: 83_000,
      Uint256: 108_000,
    },
  },
  TrivialEncrypt: {
    any: { Bool: 32, Uint8: 32, Uint16: 32, Uint32: 32, Uint64: 32, Uint128: 32, Uint160: 32, Uint256: 32 },
  },
  Cast: { any: { Bool: 32, Uint8: 32, Uint16: 32, Uint32: 32, Uint64: 32, Uint128: 32, Uint256: 32 } },
  FheRand: {
    any: {
      Bool: 19_000,
      Uint8: 23_000,
      Uint16: 23_000,
      Uint32: 24_000,
      Uint64: 24_000,
      Uint128: 25_000,
      Uint256: 30_000,
    },
  },
  FheRandBounded: {
    any: { Uint8: 23_000, Uint16: 23_000, Uint32: 24_000, Uint64: 24_000, Uint128: 25_000, Uint256: 30_000 },
  },
  FheSum: {
    tiers: {
      Uint8: [
        [10, 90_900],
        [30, 127_000],
        [60, 148_000],
        [Infinity, 159_000],
      ],
      Uint16: [
        [10, 95_000],
        [30, 136_000],
        [60, 162_000],
        [Infinity, 184_000],
      ],
      Uint32: [
        [10, 116_000],
        [30, 164_000],
        [60, 205_000],
        [Infinity, 281_000],
      ],
      Uint64: [
        [10, 139_000],
        [30, 216_000],
        [Infinity, 306_000],
      ],
      Uint128: [
        [10, 219_000],
        [30, 355_000],
        [Infinity, 552_000],
      ],
    },
  },
  FheIsIn: {
    tiers: {
      Uint8: [
        [10, 71_300],
        [30, 148_000],
        [60, 247_000],
        [Infinity, 374_000],
      ],
      Uint16: [
        [10, 103_000],
        [30, 218_000],
        [60, 378_000],
        [Infinity, 605_000],
      ],
      Uint32: [
        [10, 137_000],
        [30, 300_000],
        [60, 531_000],
        [Infinity, 827_000],
      ],
      Uint64: [
        [10, 218_000],
        [30, 492_000],
        [Infinity, 879_000],
      ],
      Uint128: [
        [10, 256_000],
        [30, 535_000],
        [Infinity, 921_000],
      ],
      Uint160: [
        [10, 286_000],
        [30, 584_000],
        [Infinity, 885_000],
      ],
      Uint256: [
        [10, 321_000],
        [30, 586_000],
        [Infinity, 943_000],
      ],
    },
  },
  FheMulDiv: {
    scalar: { Uint8: 495_000, Uint16: 703_000, Uint32: 1_080_000, Uint64: 1_921_000 },
    encrypted: { Uint8: 524_000, Uint16: 766_000, Uint32: 1_311_000, Uint64: 2_911_000 },
  },
};

/** What prices an operation; `valuesCount` is the length of the list of FheSum and FheIsIn. */
export type PricedOperation = Readonly<{
  operation: FheOperationName;
  fheType: string;
  isScalar: boolean;
  valuesCount: number;
}>;

/**
 * The cost of an operation in HCU, 0 when the table has no price for that type. An operation that exists in scalar
 * form only (division, remainder) has its one price either way.
 */
export function hcuCost({ operation, fheType, isScalar, valuesCount }: PricedOperation): number {
  const entry = PRICES[operation];
  if (entry.tiers) return entry.tiers[fheType]?.find(([upTo]) => valuesCount <= upTo)?.[1] ?? 0;
  const prices = entry.any ?? (isScalar ? entry.scalar : (entry.encrypted ?? entry.scalar));
  return prices?.[fheType] ?? 0;
}
