import type { Database } from '@/lib/db/open-database';
import { isHeldById, type TokenType } from '@/lib/evm/token-standards';
import { listHeldIds } from './id-query';
import {
  type HoldingPosition,
  type HoldingRow,
  type InstanceHoldingRow,
  listHoldings,
  type Page,
} from './query';

/** A balance of an address: of a token, or of an ID of one that is held by ID. */
export type BalanceRow = HoldingRow & Readonly<{ token_id: string | null; instance?: InstanceHoldingRow }>;
/** What a position in a list of balances is made from. */
export type BalanceKey = Pick<BalanceRow, 'token_address' | 'token_id'>;

/** The position behind a balance. Without an ID it is before the first one, where a token that is held by ID goes on. */
export function positionAfter({ token_address, token_id }: BalanceKey): { token: Buffer; tokenId: string } {
  return { token: token_address, tokenId: token_id ?? BEFORE_IDS };
}

const BEFORE_IDS = '-1';

type BalancePage = Page<HoldingPosition> &
  Readonly<{
    types: readonly TokenType[];
    /** Metadata above this size is left out. */
    maxBytes: number;
  }>;

/**
 * The balances of an address, of some standards (none: all), by token address and ID; they may be zero. When a bounded
 * scan ended before the page was full, `scannedTo` is where to continue.
 */
export async function listBalances(
  db: Database,
  holder: Buffer,
  page: BalancePage,
): Promise<{ rows: BalanceRow[]; scannedTo: BalanceKey | undefined }> {
  const { after, limit, maxBytes } = page;
  const held = await listHoldings(db, holder, page);
  const tokens = held.rows.filter(({ type }) => isHeldById(type)).map(({ token_address }) => token_address);
  const afterId =
    after === undefined || after.tokenId === null
      ? undefined
      : { token: after.token, tokenId: after.tokenId };
  const ids = await listHeldIds(db, { holder, tokens }, { after: afterId, limit, maxBytes });
  const rows = held.rows.flatMap((row): BalanceRow[] => {
    if (isHeldById(row.type))
      return ids
        .filter(({ token_address }) => token_address.equals(row.token_address))
        .map((instance) => ({ ...instance, instance }));
    return afterId?.token.equals(row.token_address) ? [] : [{ ...row, token_id: null }];
  });
  if (rows.length >= limit) return { rows: rows.slice(0, limit), scannedTo: undefined };
  const end = held.rows.length >= limit ? held.rows.at(-1)?.token_address : held.scannedTo;
  const last = rows.at(-1);
  const isListed = end !== undefined && last?.token_address.equals(end);
  return { rows, scannedTo: isListed ? last : end && { token_address: end, token_id: null } };
}
