import { loadTokensOf } from '@/lib/api/address/mention-loader';
import type { CallContext } from '@/lib/api/implement';
import type { TokenMap } from '@/lib/api/token/present';
import { hasTrait } from '@/lib/evm/token-standards';
import { type BalanceRow, listBalances, positionAfter } from './balance-query';
import { loadBalances } from './known-balance-loader';
import type { KnownBalance } from './known-balance-present';
import type { HoldingPosition } from './query';

/** Rows per read: each may be of a token with as many IDs. */
const READ = 50;

/** A balance, with what is known of it. */
export type LoadedBalance = Readonly<{ row: BalanceRow; balance: KnownBalance }>;

/** The first balances of an address, at most `limit`, without metadata of NFTs; they may be zero or unknown. */
export async function readAllBalances(
  db: CallContext['db'],
  holder: Buffer,
  limit: number,
): Promise<BalanceRow[]> {
  const all: BalanceRow[] = [];
  for (let after: HoldingPosition | undefined; ; ) {
    const page = { types: [], after, limit: READ, maxBytes: 0 };
    const { rows, scannedTo } = await listBalances(db, holder, page);
    all.push(...rows);
    const last = rows.length < READ ? scannedTo : rows.at(-1);
    if (last === undefined || all.length >= limit) return all.slice(0, limit);
    after = positionAfter(last);
  }
}

/** What is known of balances of an address, and their tokens. */
export async function loadKnownBalances(
  context: Pick<CallContext, 'db' | 'services'>,
  holder: Buffer,
  rows: readonly BalanceRow[],
): Promise<{ balances: LoadedBalance[]; tokens: TokenMap }> {
  const [balances, tokens] = await Promise.all([
    loadBalances(
      context,
      // what balanceOf of an encrypted token returns is no amount
      rows.map((row) => ({
        ...{ row, holder, tokenId: row.token_id },
        isReadable: !hasTrait(row.type, 'encrypted'),
      })),
    ),
    loadTokensOf(context.db, rows),
  ]);
  return { balances, tokens };
}
