import type { GasProfile } from '@/lib/endpoints/gas-profile';

type Address = GasProfile['methods'][number]['address'];
type Part = Readonly<{ calls: number; ownGas: bigint }>;

/** Gas of a method of a contract in two transactions; undefined where it was not called. */
export type ComparedGas = Readonly<{
  address: Address;
  method: string | null;
  here: Part | undefined;
  there: Part | undefined;
  /** Own gas there less own gas here. */
  difference: bigint;
}>;

/** Compares two profiles by contract and method, the largest difference first. */
export function compareProfiles(
  here: Pick<GasProfile, 'methods'>,
  there: Pick<GasProfile, 'methods'>,
): ComparedGas[] {
  const pairs = new Map<string, { address: Address; method: string | null; here?: Part; there?: Part }>();
  for (const side of ['here', 'there'] as const) {
    for (const { address, method, calls, own_gas } of (side === 'here' ? here : there).methods) {
      const key = `${address.hash.toLowerCase()}/${method ?? ''}`;
      const pair = pairs.get(key) ?? { address, method };
      pairs.set(key, { ...pair, [side]: { calls, ownGas: BigInt(own_gas) } });
    }
  }
  return [...pairs.values()]
    .map((pair) => ({
      address: pair.address,
      method: pair.method,
      here: pair.here,
      there: pair.there,
      difference: (pair.there?.ownGas ?? 0n) - (pair.here?.ownGas ?? 0n),
    }))
    .sort((one, other) => Number(sizeOf(other.difference) - sizeOf(one.difference)));
}

const sizeOf = (value: bigint) => (value < 0n ? -value : value);
