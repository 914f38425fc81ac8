import type { GasPrices } from '@/lib/endpoints/gas';

/** Speeds, slowest first. */
export const TIERS = ['slow', 'average', 'fast'] as const;

/** Wei per gas in the next block: its base fee, else that of the latest block, and the priority fee. Null if unknown. */
export function pricePerGas(
  gas: Pick<GasPrices, 'base_fee_per_gas' | 'next_base_fee_per_gas' | 'priority_fees'>,
  tier: (typeof TIERS)[number],
): string | null {
  if (gas.priority_fees === null) return null;
  const baseFee = gas.next_base_fee_per_gas ?? gas.base_fee_per_gas ?? '0';
  return String(BigInt(baseFee) + BigInt(gas.priority_fees[tier]));
}
