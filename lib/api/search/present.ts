import type { AddressRow } from '@/lib/api/address/facts-query';
import { presentImitated } from '@/lib/api/address/imitated-present';
import type { BlockRow } from '@/lib/api/block/query';
import type { TokenRow } from '@/lib/api/token/query';
import { presentText, presentTimestamp } from '@/lib/api/values';
import type { SearchItem } from '@/lib/endpoints/search';
import { bufferToAddress, bufferToHex } from '@/lib/evm/hex';

/** Presents a block as a search result. */
export function presentFoundBlock(row: BlockRow): SearchItem {
  const block_hash = bufferToHex(row.hash);
  return {
    type: 'block',
    block_type: 'block',
    block_number: row.number,
    block_hash,
    timestamp: presentTimestamp(row.timestamp),
    url: `/block/${block_hash}`,
    priority: 0,
  };
}

/** Presents a transaction as a search result; `timestamp` in Unix seconds, null while pending. */
export function presentFoundTransaction(found: { hash: Buffer; timestamp: number | null }): SearchItem {
  const transaction_hash = bufferToHex(found.hash);
  const timestamp = found.timestamp === null ? null : presentTimestamp(found.timestamp);
  return { type: 'transaction', transaction_hash, timestamp, url: `/tx/${transaction_hash}`, priority: 0 };
}

/** Presents an address as a search result, found by its ENS name or not; `row` is undefined for one that was never seen. */
export function presentNamedAddress(
  { address, name }: Readonly<{ address: Buffer; name: string | null }>,
  row: AddressRow | undefined,
): SearchItem {
  const address_hash = bufferToAddress(address);
  return {
    type: row?.is_contract ? 'contract' : 'address',
    address_hash,
    name: presentText(row?.label ?? row?.name ?? null) ?? name,
    is_smart_contract_verified: row?.is_verified ?? false,
    certified: false,
    reputation: 'ok',
    ens_info: name === null ? null : { address_hash, name, names_count: 1, expiry_date: null },
    url: `/address/${address_hash}`,
    priority: 0,
  };
}

/** Presents an address as a search result. */
export function presentFoundAddress(row: AddressRow): SearchItem {
  return presentNamedAddress({ address: row.address, name: row.ens_name }, row);
}

/** Presents a token as a search result. */
export function presentFoundToken(row: TokenRow): SearchItem {
  const address_hash = bufferToAddress(row.address);
  return {
    type: 'token',
    address_hash,
    name: presentText(row.name),
    symbol: presentText(row.symbol),
    token_type: row.type,
    total_supply: row.total_supply,
    exchange_rate: null,
    circulating_market_cap: null,
    icon_url: row.icon_url,
    is_smart_contract_verified: false,
    is_verified_via_admin_panel: false,
    certified: false,
    reputation: 'ok',
    ...presentImitated(row.imitates),
    token_url: `/token/${address_hash}`,
    address_url: `/address/${address_hash}`,
    priority: 0,
  };
}
