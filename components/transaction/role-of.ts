import type { Address } from '@/lib/endpoints/address-mention';

type Ends = Readonly<{ from: Pick<Address, 'hash'>; to: Pick<Address, 'hash'> | null }>;

/** Role of an address in the page's transaction. */
export function roleOf(address: Pick<Address, 'hash'>, transaction: Ends): 'from' | 'to' | 'other' {
  const hash = address.hash.toLowerCase();
  if (hash === transaction.from.hash.toLowerCase()) return 'from';
  return hash === transaction.to?.hash.toLowerCase() ? 'to' : 'other';
}
