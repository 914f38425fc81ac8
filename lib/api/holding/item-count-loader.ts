import type { CallContext } from '@/lib/api/implement';
import { hasTrait } from '@/lib/evm/token-standards';
import { countHeldIds } from './id-query';
import { loadBalances } from './known-balance-loader';
import type { HoldingRow } from './query';

/**
 * How many NFTs (IDs) of each of these tokens an address has, by the token in hex without 0x; null where it is not known,
 * or more than 1,000 of a token that also has amounts.
 */
export async function loadItemCounts(
  context: Pick<CallContext, 'db' | 'services'>,
  holder: Buffer,
  rows: readonly HoldingRow[],
): Promise<ReadonlyMap<string, string | null>> {
  const byBalance = rows.filter(({ type }) => !hasTrait(type, 'amounts'));
  const byIds = rows.filter(({ type }) => hasTrait(type, 'amounts'));
  const [balances, counts] = await Promise.all([
    loadBalances(
      context,
      byBalance.map((row) => ({ row, holder, tokenId: null })),
    ),
    countHeldIds(context.db, { holder, tokens: byIds.map(({ token_address }) => token_address) }),
  ]);
  return new Map([
    ...balances.map(({ row, balance }) => [row.token_address.toString('hex'), balance.value] as const),
    ...[...counts].map(([token, count]) => [token, count === null ? null : String(count)] as const),
  ]);
}
