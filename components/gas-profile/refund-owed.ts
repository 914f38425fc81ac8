import type { GasProfile } from '@/lib/endpoints/gas-profile';

type Account = Pick<GasProfile, 'refund' | 'gas_used' | 'intrinsic_gas' | 'frames'>;

/**
 * A lower bound of the refund, where the trace lacks it: what the calls used beyond the gas that was paid for
 * them. Undefined if they used no more.
 */
export function refundOwed({ refund, gas_used: used, intrinsic_gas, frames }: Account): bigint | undefined {
  const calls = frames[0]?.total_gas;
  if (refund !== null || used === null || calls === undefined) return undefined;
  const excess = BigInt(intrinsic_gas) + BigInt(calls) - BigInt(used);
  return excess > 0n ? excess : undefined;
}

/** Gas of a transaction before what was refunded: what its parts add up to. */
export function gasBeforeRefund({ intrinsic_gas, frames, gas_used }: Account): bigint {
  const [outermost] = frames;
  return outermost === undefined
    ? BigInt(gas_used ?? 0)
    : BigInt(intrinsic_gas) + BigInt(outermost.total_gas);
}
