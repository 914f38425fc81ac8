import type { z } from 'zod';
import type { AddressInfo } from '@/lib/endpoints/address';
import type { address } from '@/lib/endpoints/address-mention';
import type { Token } from '@/lib/endpoints/token';
import { bufferToAddress, bufferToHex } from '@/lib/evm/hex';
import type { Signatures } from '@/lib/evm/signatures';
import type { AddressInfoRow, AddressRow } from '@/lib/queries/address';
import { presentQuantity, presentText } from './values';

/** An account that a body mentions. `interfaces` are its own, then its implementation's, as far as they were loaded. */
export type AddressEntry = AddressRow & Readonly<{ interfaces: readonly Signatures[] }>;
/** The addresses that a body mentions, by lower-case hex without 0x. */
export type AddressMap = ReadonlyMap<string, AddressEntry>;
/** An address object. */
export type PresentedAddress = z.output<typeof address>;

const MINIMAL: ReadonlySet<AddressRow['proxy_type']> = new Set(['eip1167', 'eip7702']);

/** An address as the API shows it; one without a row is an account that nothing is known of. */
export function presentAddress(bytes: Buffer, addresses: AddressMap): PresentedAddress {
  const row = addresses.get(bytes.toString('hex'));
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
  { addresses, signatures }: Readonly<{ addresses: AddressMap; signatures: readonly Signatures[] }>,
): readonly Signatures[] {
  const own = address === null ? undefined : addresses.get(address.toString('hex'))?.interfaces;
  return own === undefined || own.length === 0 ? signatures : [...own, ...signatures];
}

/** An address that may be absent. */
export function presentOptionalAddress(bytes: Buffer | null, addresses: AddressMap): PresentedAddress | null {
  return bytes === null ? null : presentAddress(bytes, addresses);
}

function presentImplementation(implementation: Buffer, row: AddressRow) {
  return { address_hash: bufferToAddress(implementation), name: presentText(row.implementation_name) };
}

/** A minimal proxy has no code of its own to verify. */
function isVerified({ is_verified, is_implementation_verified, proxy_type }: AddressRow): boolean {
  return is_verified || (MINIMAL.has(proxy_type) && is_implementation_verified);
}

/** What an address's body needs beside its row. `balance` is undefined when no node told it. */
export type AddressInfoContext = Readonly<{
  address: Buffer;
  addresses: AddressMap;
  token: Token | null;
  entries: { logs: number; tokens: number; withdrawals: number };
  balance: bigint | undefined;
  /** The height that the balance is of; null for the newest state. */
  balanceHeight: number | null;
}>;

/** An address as the API shows it on its own page. */
export function presentAddressInfo(row: AddressInfoRow, context: AddressInfoContext): AddressInfo {
  const { balance, entries } = context;
  return {
    ...presentAddress(context.address, context.addresses),
    coin_balance: presentQuantity(balance ?? null),
    block_number_balance_updated_at: balance === undefined ? null : context.balanceHeight,
    exchange_rate: null,
    creator_address_hash: row.creator === null ? null : bufferToAddress(row.creator),
    creation_transaction_hash:
      row.creation_transaction_hash === null ? null : bufferToHex(row.creation_transaction_hash),
    creation_status: presentCreationStatus(row),
    token: context.token,
    has_logs: entries.logs > 0,
    has_token_transfers: row.token_transfers > 0,
    has_tokens: entries.tokens > 0,
    has_validated_blocks: row.blocks > 0,
    has_beacon_chain_withdrawals: entries.withdrawals > 0,
    watchlist_address_id: null,
  };
}

/** Gas that a contract's callers used, or else what the account itself used: as the upstream API counts. */
export function presentGasUsage(row: AddressInfoRow, isContract: boolean): string {
  return isContract && row.gas_received !== '0' ? row.gas_received : row.gas_sent;
}

function presentCreationStatus(row: AddressInfoRow): AddressInfo['creation_status'] {
  if (row.creation_transaction_hash === null) return null;
  return row.creation_status === 0 ? 'failed' : 'success';
}
