import type { TokenChange } from '@/lib/api/state-change/present';
import type { TokenMap } from '@/lib/api/token/present';
import type { TokenTransferRow } from '@/lib/api/token-transfer/query';
import type { Database } from '@/lib/db/open-database';
import { hasTrait, isFungible } from '@/lib/evm/token-standards';
import { findBalancesAfter } from './token-balance-query';

/** A token balance before and after; null when unknown. */
export type TokenBalances = Readonly<{ before: bigint; after: bigint }> | null;

/** Balances around a transaction, derived from transfers. Null where these do not make up balances. */
export async function loadTokenBalances(
  db: Database,
  changes: readonly TokenChange[],
  around: Readonly<{ block_number: number; transfers: readonly TokenTransferRow[]; tokens: TokenMap }>,
): Promise<ReadonlyMap<TokenChange, TokenBalances>> {
  const { block_number, transfers, tokens } = around;
  const typeOf = ({ token_address }: TokenChange) => tokens.get(token_address.toString('hex'))?.type;
  const fungible = changes.filter((change) => isFungible(typeOf(change)));
  const log_index = transfers.reduce((last, transfer) => Math.max(last, transfer.log_index), 0);
  const after = await findBalancesAfter(
    db,
    fungible.map(({ address: holder, token_address: token }) => ({ holder, token })),
    { block_number, log_index },
  );
  const known = new Map(fungible.map((change, at) => [change, balancesOf(change, after[at] ?? null)]));
  for (const change of changes) {
    if (change.token_id !== null && isNft(typeOf(change))) {
      known.set(change, balancesOf(change, change.change > 0n ? 1n : 0n));
    }
  }
  return known;
}

function isNft(type: string | undefined): boolean {
  return hasTrait(type, 'unique') && !hasTrait(type, 'amounts');
}

function balancesOf({ change, token_id }: TokenChange, after: bigint | null): TokenBalances {
  if (after === null || after < 0n || after - change < 0n) return null;
  return token_id !== null && after - change > 1n ? null : { before: after - change, after };
}
