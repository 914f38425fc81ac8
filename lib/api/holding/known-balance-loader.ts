import type { CallContext } from '@/lib/api/implement';
import { isHeldById } from '@/lib/evm/token-standards';
import { type KnownBalance, knownBalance, needsCall } from './known-balance-present';
import type { StoredBalance } from './stored-balance-query';

/** Reads per page of a list, each of which may call contracts for as many balances. */
export const BALANCE_READS = 5;

/** Balances called for in one answer; the others are shown as stored. */
const MAX_CALLS = 200;

/** A stored balance; `tokenId` null is that of the token. `isReadable` is false when no function returns it. */
type Holding<Row extends StoredBalance> = Readonly<{
  row: Row;
  holder: Buffer;
  tokenId: string | null;
  isReadable?: boolean;
}>;

/** The balance of each, in the same order; unknown ones are called for, within a second or two. */
export async function loadBalances<Row extends StoredBalance>(
  { db, services }: Pick<CallContext, 'db' | 'services'>,
  holdings: readonly Holding<Row>[],
): Promise<(Holding<Row> & { balance: KnownBalance })[]> {
  const open = holdings
    .filter(({ row, isReadable = true }) => isReadable && needsCall(row))
    .slice(0, MAX_CALLS);
  const [first] = open;
  const { tip_number: number = null, tip_hash: hash = null } = first?.row ?? {};
  const calls = open.map(({ row, holder, tokenId }) => ({ token: row.token_address, holder, tokenId }));
  const answers =
    number === null || hash === null ? [] : await services.tokenBalances(db.chainId, { number, hash }, calls);
  const byHolding = new Map(open.map((entry, at) => [entry, answers[at]]));
  return holdings.map((entry) => ({ ...entry, balance: knownBalance(entry.row, byHolding.get(entry)) }));
}

/** The balances of a holder's NFTs, without zero ones. */
export async function loadInstanceBalances<Row extends StoredBalance & { token_id: string; type: string }>(
  context: Pick<CallContext, 'db' | 'services'>,
  holder: Buffer,
  rows: readonly Row[],
): Promise<{ row: Row; balance: KnownBalance }[]> {
  const holdings = rows.map((row) => ({
    row,
    holder,
    tokenId: row.token_id,
    isReadable: isHeldById(row.type),
  }));
  const balances = await loadBalances(context, holdings);
  return balances.filter(({ balance: { value, sum } }) => (value ?? sum ?? '0') !== '0');
}
