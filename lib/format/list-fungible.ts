import { isFungible } from '@/lib/evm/token-standards';

type Token = Readonly<{ address_hash: string; type: string | null }>;
type WithTransfers<T> = Readonly<{ token_transfers: readonly Readonly<{ token: T }>[] }>;
type WithMovements<T> = Readonly<{ movements: readonly Readonly<{ token: T | null }>[] }>;

/** The fungible tokens that a transaction moved, and of `others`, by address, for amounts in their units. */
export function listFungible<T extends Token>(
  { token_transfers: transfers }: WithTransfers<T>,
  net: WithMovements<T> | null,
  others: readonly T[],
): ReadonlyMap<string, T> {
  const moved = (net?.movements ?? []).flatMap(({ token }) => token ?? []);
  const tokens = [...transfers.map(({ token }) => token), ...moved, ...others];
  return new Map(
    tokens.flatMap((token) => (isFungible(token.type) ? [[token.address_hash, token] as const] : [])),
  );
}
