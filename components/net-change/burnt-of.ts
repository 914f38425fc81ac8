import type { NetChanges } from '@/lib/endpoints/net-change';

/** What was burnt of a paid fee, in wei: gas at the base fee, and all that blobs cost. */
export function burntOf(fee: Pick<NonNullable<NetChanges['fee']>, 'burnt' | 'blob'>): bigint {
  return BigInt(fee.burnt) + BigInt(fee.blob);
}
