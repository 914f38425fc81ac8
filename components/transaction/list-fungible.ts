import type { NetChanges } from '@/lib/endpoints/net-change';
import type { Token } from '@/lib/endpoints/token';
import type { Transaction } from '@/lib/endpoints/transaction';
import { isFungible } from '@/lib/evm/token-standards';

/** The fungible tokens that a transaction moved, by address, for amounts in their units. */
export function listFungible(
  transaction: Transaction,
  net: NetChanges | undefined,
): ReadonlyMap<string, Token> {
  const moved = (net?.movements ?? []).flatMap(({ token }) => token ?? []);
  const tokens = [...transaction.token_transfers.map(({ token }) => token), ...moved];
  return new Map(
    tokens.flatMap((token) => (isFungible(token.type) ? [[token.address_hash, token] as const] : [])),
  );
}
