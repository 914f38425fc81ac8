import type { AddressInfo } from '@/lib/endpoints/address-info';
import type { Token } from '@/lib/endpoints/token';
import { bufferToAddress, bufferToHex } from '@/lib/evm/hex';
import type { AddressInfoRow } from '@/lib/queries/address-info';
import { type AddressBook, presentAddress } from './address';
import { presentQuantity } from './values';

/** What an address's body needs beside its row. `balance` is undefined when no node told it. */
export type AddressInfoContext = Readonly<{
  address: Buffer;
  addresses: AddressBook;
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
