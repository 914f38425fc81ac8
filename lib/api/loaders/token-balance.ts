import type { Database } from '@/lib/db/open-database';
import { hasTrait } from '@/lib/evm/token-standards';
import { findBalancesAfter } from '@/lib/queries/token-balance';
import type { TokenTransferRow } from '@/lib/queries/token-transfer';
import type { TokenChange } from '../present/state-change';
import type { TokenMap } from '../present/token';
import { loadIndexerState } from './mentions';

/** The balance of a token before and after; null where it is not known. */
export type TokenBalances = Readonly<{ before: bigint; after: bigint }> | null;

/**
 * What token balances were around a transaction, by what the tokens say of their transfers: of ERC-20 worked out from
 * the balances of today, of ERC-721 by whether somebody got the NFT or gave it away. Nothing of an index that begins
 * later than its chain, nor where it would be less than nothing: then not all was told.
 */
export async function loadTokenBalances(
  db: Database,
  changes: readonly TokenChange[],
  around: Readonly<{ block_number: number; transfers: readonly TokenTransferRow[]; tokens: TokenMap }>,
): Promise<ReadonlyMap<TokenChange, TokenBalances>> {
  const { block_number, transfers, tokens } = around;
  const typeOf = ({ token_address }: TokenChange) => tokens.get(token_address.toString('hex'))?.type;
  const coins = changes.filter((change) => typeOf(change) === 'ERC-20');
  const isWhole = coins.length > 0 && (await loadIndexerState(db))?.first_block === 0;
  const log_index = transfers.reduce((last, transfer) => Math.max(last, transfer.log_index), 0);
  const after = isWhole
    ? await findBalancesAfter(
        db,
        coins.map(({ address: holder, token_address: token }) => ({ holder, token })),
        { block_number, log_index },
      )
    : [];
  const known = new Map(coins.map((change, at) => [change, balancesOf(change, after[at] ?? null)]));
  for (const change of changes) {
    if (change.token_id !== null && isNft(typeOf(change))) {
      known.set(change, balancesOf(change, change.change > 0n ? 1n : 0n));
    }
  }
  return known;
}

/** An id that moves whole: who has it has 1. */
function isNft(type: string | undefined): boolean {
  return hasTrait(type, 'unique') && !hasTrait(type, 'amounts');
}

function balancesOf({ change, token_id }: TokenChange, after: bigint | null): TokenBalances {
  if (after === null || after < 0n || after - change < 0n) return null;
  // nobody has an NFT twice
  return token_id !== null && after - change > 1n ? null : { before: after - change, after };
}
