import type { z } from 'zod';
import { presentPriceSource } from '@/lib/api/price/present';
import { presentQuantity, presentText } from '@/lib/api/values';
import type { AddressInfo } from '@/lib/endpoints/address';
import type { address } from '@/lib/endpoints/address-mention';
import type { Token } from '@/lib/endpoints/token';
import { bufferToAddress, bufferToHex } from '@/lib/evm/hex';
import type { SignatureMaps, Signatures } from '@/lib/evm/signatures';
import type { AddressRow, Implementation } from './facts-query';
import { presentImitated } from './imitated-present';
import { namePool, presentPool } from './pool-present';
import type { AddressInfoRow } from './query';

/** An address with the ABIs loaded for it, its implementation's last. */
export type AddressEntry = AddressRow &
  Readonly<{
    interfaces: readonly SignatureMaps[];
    /** Whether it had code where it is presented, if that may differ from now. */
    had_code?: boolean;
  }>;

/** Whether an address had code where it is presented. */
export function hadCode(entry: AddressEntry | undefined): boolean {
  return entry?.had_code ?? entry?.is_contract ?? false;
}
/** Addresses by lower-case hex without 0x. */
export type AddressMap = ReadonlyMap<string, AddressEntry>;
/** An address as the API presents it. */
export type PresentedAddress = z.output<typeof address>;

const MINIMAL_PROXIES: ReadonlySet<AddressRow['proxy_type']> = new Set([
  ...(['eip1167', 'minimal_proxy', 'clone_with_immutable_arguments'] as const),
]);

/** Whether the implementation stands in the proxy's code, for good. */
export function isMinimalProxy(proxyType: AddressRow['proxy_type']): boolean {
  return MINIMAL_PROXIES.has(proxyType);
}

/** By the addresses of a body, which mentions most of them often. */
const presented = new WeakMap<AddressMap, Map<string, PresentedAddress>>();

/** Presents an address; one without a row is an account. The same object each time for the same addresses. */
export function presentAddress(bytes: Buffer, addresses: AddressMap): PresentedAddress {
  const known = presented.get(addresses) ?? new Map<string, PresentedAddress>();
  const key = bytes.toString('hex');
  const found = known.get(key) ?? presentRow(bytes, addresses.get(key));
  presented.set(addresses, known.set(key, found));
  return found;
}

function presentRow(bytes: Buffer, row: AddressEntry | undefined): PresentedAddress {
  const hash = bufferToAddress(bytes);
  const implementations = (row?.implementations ?? []).map(presentImplementation);
  return {
    hash,
    name: row ? nameOf(row) : null,
    implementation_name: implementations.length === 1 ? (implementations[0]?.name ?? null) : null,
    implementations,
    proxy_type: row?.proxy_type ?? null,
    is_contract: row?.is_contract ?? false,
    is_verified: row ? isVerified(row) : false,
    is_scam: false,
    reputation: 'ok',
    ens_domain_name: row?.ens_name ?? null,
    metadata: row ? presentNaming(row) : null,
    private_tags: [],
    public_tags: row ? presentTags(row, hash) : [],
    watchlist_names: [],
    ...presentImitated(row?.imitates),
  };
}

/** By its label, else as a pool, whose contract and token are called alike in all pools, else by its token or contract. */
function nameOf({ label, pool, name }: AddressRow): string | null {
  return presentText(label) ?? (pool === null ? presentText(name) : namePool(pool));
}

/** A name that is not the contract's own in the form of upstream's metadata service: tags, the name first. */
function presentNaming(row: AddressRow): PresentedAddress['metadata'] {
  const { label, label_tags, label_url, label_source, pool } = row;
  const name = nameOf(row);
  if (name === null || (label === null && pool === null)) return null;
  const meta =
    label === null && pool !== null
      ? presentPool(pool)
      : { source: label_source, ...(label_url === null ? {} : { tagUrl: label_url }) };
  const tags = label_tags ?? [];
  return {
    tags: [
      { slug: slugOf(name), name, tagType: 'name', ordinal: 10, meta },
      ...tags.map((tag) => ({ slug: slugOf(tag), name: tag, tagType: 'generic', ordinal: 0, meta: {} })),
    ],
  };
}

function presentTags({ is_fhe, label_tags }: AddressRow, hash: string): PresentedAddress['public_tags'] {
  const named = (label_tags ?? []).map((tag) => ({ display_name: tag, label: slugOf(tag) }));
  const known = is_fhe ? [{ display_name: 'FHE', label: 'fhe' }, ...named] : named;
  return known.map((tag) => ({ address_hash: hash, ...tag }));
}

function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** The ABIs to decode with: the contract's, its implementation's, then general ones. */
export function interfacesOf(
  address: Buffer | null,
  { addresses, signatures }: Readonly<{ addresses: AddressMap; signatures: readonly Signatures[] }>,
): readonly Signatures[] {
  const own = address === null ? undefined : addresses.get(address.toString('hex'))?.interfaces;
  return own === undefined || own.length === 0 ? signatures : [...own, ...signatures];
}

/** Presents an address that may be absent. */
export function presentOptionalAddress(bytes: Buffer | null, addresses: AddressMap): PresentedAddress | null {
  return bytes === null ? null : presentAddress(bytes, addresses);
}

function presentImplementation({ address, name }: Implementation) {
  return { address_hash: bufferToAddress(address), name: presentText(name) };
}

/** A minimal proxy has no source of its own. */
function isVerified({ is_verified, implementations, proxy_type }: AddressRow): boolean {
  const isOfImplementation = isMinimalProxy(proxy_type) || proxy_type === 'eip7702';
  return is_verified || (isOfImplementation && implementations[0]?.is_verified === true);
}

/** Data for an address's page; `balance` is undefined when no node answered. */
export type AddressInfoContext = Readonly<{
  address: Buffer;
  /** The address and its creator, if known. */
  addresses: AddressMap;
  token: Token | null;
  entries: { logs: number; tokens: number; hasUnknownTokens: boolean; withdrawals: number };
  balance: bigint | undefined;
  isBalanceProven: boolean;
  /** The height of the balance; null for the latest state. */
  balanceHeight: number | null;
}>;

/** Presents an address for its page. */
export function presentAddressInfo(row: AddressInfoRow, context: AddressInfoContext): AddressInfo {
  const { balance, entries } = context;
  return {
    ...presentAddress(context.address, context.addresses),
    coin_balance: presentQuantity(balance ?? null),
    is_coin_balance_proven: context.isBalanceProven,
    block_number_balance_updated_at: balance === undefined ? null : context.balanceHeight,
    exchange_rate: row.coin_price?.price ?? null,
    exchange_rate_source: presentPriceSource(row.coin_price),
    creator_address_hash: row.creator === null ? null : bufferToAddress(row.creator),
    creator: presentOptionalAddress(row.creator, context.addresses),
    creation_transaction_hash:
      row.creation_transaction_hash === null ? null : bufferToHex(row.creation_transaction_hash),
    creation_status: presentCreationStatus({ ...row, is_created: row.creation_transaction_hash !== null }),
    creation_source:
      row.creation_transaction_hash === null ? null : row.is_creation_traced ? 'trace' : 'receipt',
    destruction_transaction_hash: row.destruction === null ? null : bufferToHex(row.destruction),
    token: context.token,
    has_logs: entries.logs > 0,
    has_token_transfers: row.token_transfers > 0,
    has_tokens: entries.tokens > 0 || entries.hasUnknownTokens,
    has_validated_blocks: row.blocks > 0,
    has_beacon_chain_withdrawals: entries.withdrawals > 0,
    watchlist_address_id: null,
  };
}

/** Gas used by calls to a contract, else by the account itself, as upstream. */
export function presentGasUsage(row: AddressInfoRow, isContract: boolean): string {
  return isContract && row.gas_received !== '0' ? row.gas_received : row.gas_sent;
}

/** How a creation ended; null for an address that none is known of. */
export function presentCreationStatus(
  row: Readonly<{ is_created: boolean; creation_status: number | null; destruction: Buffer | null }>,
): AddressInfo['creation_status'] {
  if (!row.is_created) return null;
  if (row.destruction !== null) return 'selfdestructed';
  return row.creation_status === 0 ? 'failed' : 'success';
}
