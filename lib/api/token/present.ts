import { presentImitated } from '@/lib/api/address/imitated-present';
import { presentPriceSource } from '@/lib/api/price/present';
import { presentText } from '@/lib/api/values';
import type { ListedToken, Token, TokenInfo } from '@/lib/endpoints/token';
import { bufferToAddress } from '@/lib/evm/hex';
import { hasTrait, type TokenType } from '@/lib/evm/token-standards';
import type { ListingRow } from './listed-query';
import type { TokenRow } from './query';

/** Tokens by lower-case hex without 0x. */
export type TokenMap = ReadonlyMap<string, TokenRow>;

/** Presents a token. */
export function presentToken(row: TokenRow): Token {
  return {
    address_hash: bufferToAddress(row.address),
    type: row.type,
    name: presentText(row.name),
    symbol: presentText(row.symbol),
    decimals: row.decimals,
    total_supply: row.total_supply,
    holders_count: presentHoldersCount(row),
    exchange_rate: row.price?.price ?? null,
    exchange_rate_source: presentPriceSource(row.price),
    circulating_market_cap: null,
    circulating_supply: null,
    volume_24h: null,
    icon_url: row.icon_url,
    reputation: 'ok',
    ...presentImitated(row.imitates),
  };
}

/** Presents a token of a list. */
export function presentListedToken(row: TokenRow): ListedToken {
  return { ...presentToken(row), transfers_count: String(row.transfers_count) };
}

/** Presents a token with how its balances are known and its entry in the operator's list. */
export function presentTokenInfo(row: TokenRow, listing?: ListingRow | undefined): TokenInfo {
  return { ...presentToken(row), balances_by: row.balances_by, listing: listing ?? null };
}

/** The number of holders; null when balances are encrypted, or not all holders are known. */
export function presentHoldersCount(row: Pick<TokenRow, 'type' | 'holders_count'>): string | null {
  return hasTrait(row.type, 'encrypted') || row.holders_count === null ? null : String(row.holders_count);
}

const presented = new WeakMap<TokenRow, Token>();

/** Presents a transfer's token, the same object each time for the same row; without one only its address and type. */
export function presentTokenOf(
  transfer: { token_address: Buffer; token_type: TokenType },
  tokens: TokenMap,
): Token {
  const { token_address: address, token_type: type } = transfer;
  const row = tokens.get(address.toString('hex'));
  if (row) {
    const token = presented.get(row) ?? presentToken(row);
    presented.set(row, token);
    return token;
  }
  const nothing = { name: null, symbol: null, decimals: null, total_supply: null };
  return presentToken({
    address,
    type,
    ...nothing,
    transfers_count: 0,
    holders_count: null,
    balances_by: null,
    price: null,
    icon_url: null,
  });
}
