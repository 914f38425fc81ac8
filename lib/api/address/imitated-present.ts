import type { Imitated } from '@/lib/endpoints/address-mention';
import { bufferToAddress } from '@/lib/evm/hex';
import type { KnownName } from './known-name-query';

/** The field of a name that imitates a known one; none for others. */
export function presentImitated(known: KnownName | undefined): { imitates?: Imitated } {
  return known === undefined
    ? {}
    : { imitates: { address_hash: bufferToAddress(known.address), name: known.name } };
}
