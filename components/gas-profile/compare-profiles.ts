import type { GasProfile } from '@/lib/endpoints/gas-profile';

type Address = GasProfile['methods'][number]['address'];
type Part = Readonly<{ calls: number; ownGas: bigint; isExact: boolean }>;

/** Gas of a method of a contract in two transactions; undefined where it was not called. */
export type ComparedGas = Readonly<{
  address: Address;
  method: string | null;
  here: Part | undefined;
  there: Part | undefined;
  /** Own gas there less own gas here, as far as known. */
  difference: bigint;
  /** False where the own gas here or there is a lower bound. */
  isExact: boolean;
}>;

/** Compares two profiles by contract and method, the largest difference first. */
export function compareProfiles(
  here: Pick<GasProfile, 'methods'>,
  there: Pick<GasProfile, 'methods'>,
): ComparedGas[] {
  const pairs = new Map<string, { address: Address; method: string | null; here?: Part; there?: Part }>();
  for (const side of ['here', 'there'] as const) {
    for (const { address, method, calls, own_gas, is_own_gas_exact } of (side === 'here' ? here : there)
      .methods) {
      const key = `${address.hash.toLowerCase()}/${method ?? ''}`;
      const pair = pairs.get(key) ?? { address, method };
      pairs.set(key, { ...pair, [side]: { calls, ownGas: BigInt(own_gas), isExact: is_own_gas_exact } });
    }
  }
  return [...pairs.values()]
    .map((pair) => ({
      address: pair.address,
      method: pair.method,
      here: pair.here,
      there: pair.there,
      difference: (pair.there?.ownGas ?? 0n) - (pair.here?.ownGas ?? 0n),
      isExact: pair.there?.isExact !== false && pair.here?.isExact !== false,
    }))
    .sort((one, other) => Number(sizeOf(other.difference) - sizeOf(one.difference)));
}

const sizeOf = (value: bigint) => (value < 0n ? -value : value);
