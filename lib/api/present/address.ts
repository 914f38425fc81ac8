import type { z } from 'zod';
import type { address } from '@/lib/endpoints/address';
import { bufferToAddress } from '@/lib/evm/hex';
import type { Signatures } from '@/lib/evm/signatures';
import type { AddressRow } from '@/lib/queries/address';
import { presentText } from './values';

/** An account that a body mentions. `interfaces` are its own, then its implementation's, as far as they were loaded. */
export type AddressEntry = AddressRow & Readonly<{ interfaces: readonly Signatures[] }>;
/** The addresses that a body mentions, by lower-case hex without 0x. */
export type AddressBook = ReadonlyMap<string, AddressEntry>;
/** An address object. */
export type PresentedAddress = z.output<typeof address>;

const MINIMAL: ReadonlySet<AddressRow['proxy_type']> = new Set(['eip1167', 'eip7702']);

/** An address as the API shows it; one without a row is an account that nothing is known of. */
export function presentAddress(bytes: Buffer, book: AddressBook): PresentedAddress {
  const row = book.get(bytes.toString('hex'));
  const hash = bufferToAddress(bytes);
  const implementations = row?.implementation ? [presentImplementation(row.implementation, row)] : [];
  return {
    hash,
    name: row ? presentText(row.name) : null,
    implementation_name: implementations[0]?.name ?? null,
    implementations,
    proxy_type: row?.proxy_type ?? null,
    is_contract: row?.is_contract ?? false,
    is_verified: row ? isVerified(row) : false,
    is_scam: false,
    reputation: 'ok',
    ens_domain_name: null,
    metadata: null,
    private_tags: [],
    public_tags: row?.is_fhe ? [{ address_hash: hash, display_name: 'FHE', label: 'fhe' }] : [],
    watchlist_names: [],
  };
}

/** The interfaces to decode what concerns a contract with: its own and its implementation's, then those of none. */
export function interfacesOf(
  address: Buffer | null,
  { addresses, signatures }: Readonly<{ addresses: AddressBook; signatures: readonly Signatures[] }>,
): readonly Signatures[] {
  const own = address === null ? undefined : addresses.get(address.toString('hex'))?.interfaces;
  return own === undefined || own.length === 0 ? signatures : [...own, ...signatures];
}

/** An address that may be absent. */
export function presentOptionalAddress(bytes: Buffer | null, book: AddressBook): PresentedAddress | null {
  return bytes === null ? null : presentAddress(bytes, book);
}

function presentImplementation(implementation: Buffer, row: AddressRow) {
  return { address_hash: bufferToAddress(implementation), name: presentText(row.implementation_name) };
}

/** A minimal proxy has no code of its own to verify. */
function isVerified({ is_verified, is_implementation_verified, proxy_type }: AddressRow): boolean {
  return is_verified || (MINIMAL.has(proxy_type) && is_implementation_verified);
}
