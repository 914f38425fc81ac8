import type { z } from 'zod';
import { bufferToAddress } from '@/lib/evm/hex';
import type { AddressRow } from '@/lib/queries/address';
import type { address } from '@/lib/spec/address';
import { presentText } from './values';

/** The rows of the addresses that a body mentions, by lower-case hex without 0x. */
export type AddressBook = ReadonlyMap<string, AddressRow>;
/** An address object. */
export type PresentedAddress = z.output<typeof address>;

/** An address as the API shows it; one without a row is an account that nothing is known of. */
export function presentAddress(bytes: Buffer, book: AddressBook): PresentedAddress {
  const row = book.get(bytes.toString('hex'));
  const hash = bufferToAddress(bytes);
  const implementations = row?.delegate ? [presentImplementation(row.delegate, book)] : [];
  return {
    hash,
    name: row ? presentText(row.name) : null,
    implementation_name: implementations[0]?.name ?? null,
    implementations,
    proxy_type: row?.delegate ? 'eip7702' : null,
    is_contract: row?.is_contract ?? false,
    is_verified: false,
    is_scam: false,
    reputation: 'ok',
    ens_domain_name: null,
    metadata: null,
    private_tags: [],
    public_tags: row?.is_fhe ? [{ address_hash: hash, display_name: 'FHE', label: 'fhe' }] : [],
    watchlist_names: [],
  };
}

/** The same for an address that may be absent. */
export function presentOptionalAddress(bytes: Buffer | null, book: AddressBook): PresentedAddress | null {
  return bytes === null ? null : presentAddress(bytes, book);
}

function presentImplementation(delegate: Buffer, book: AddressBook) {
  const name = presentText(book.get(delegate.toString('hex'))?.name ?? null);
  return { address_hash: bufferToAddress(delegate), name };
}
