import { hasTrait } from '@/lib/evm/token-standards';
import type { Moment, MoveRow, MoveScan } from './query';

/** Transfers of one asset, or one ID of it, between an account and another. */
export type Branch = Readonly<{
  other: Buffer;
  token: Readonly<{ token_address: Buffer; token_type: NonNullable<MoveRow['token_type']> }> | null;
  /** The only ID; null if there are several, or none. */
  tokenId: string | null;
  /** Null if one of them is unknown. */
  amount: bigint | null;
  count: number;
  /** The nearest to where the account's own money arrived, and the farthest. */
  nearest: MoveRow;
  farthest: MoveRow;
  /** Where the money arrived, or left. */
  moment: Moment;
}>;

const NO_PLACE = { out: -1, in: 2 ** 31 - 1 } as const;
type Direction = keyof typeof NO_PLACE;

/** The moment of a row: transfers of the other kind in its transaction may be before or behind it, and count as behind. */
function momentOf(row: MoveRow, direction: Direction): Moment {
  const isToken = row.token_address !== null;
  return {
    block_number: row.block_number,
    transaction_index: row.transaction_index,
    log_index: isToken ? row.place : NO_PLACE[direction],
    call_index: isToken ? NO_PLACE[direction] : row.place,
  };
}

/** The earlier of two moments (`out`), or the later one (`in`): what is behind either is behind it. */
export function joinMoments(one: Moment, other: Moment, direction: Direction): Moment {
  const before = one.block_number - other.block_number || one.transaction_index - other.transaction_index;
  if (before !== 0) return before < 0 === (direction === 'out') ? one : other;
  const join = direction === 'out' ? Math.min : Math.max;
  return {
    ...one,
    log_index: join(one.log_index, other.log_index),
    call_index: join(one.call_index, other.call_index),
  };
}

/** The rows of several scans in order, as far as all of them reach; `end` is where the first of them ended. */
export function joinScans(scans: readonly MoveScan[], direction: Direction): MoveScan {
  const byPlace = (one: MoveRow, other: MoveRow) =>
    (one.block_number - other.block_number || one.transaction_index - other.transaction_index) *
    (direction === 'out' ? 1 : -1);
  const [end] = scans.flatMap((scan) => scan.end ?? []).sort(byPlace);
  const rows = scans
    .flatMap((scan) => scan.rows)
    .filter((row) => end === undefined || byPlace(row, end) <= 0);
  return { rows: rows.sort(byPlace), end };
}

/** The transfers of an account by counterparty and asset, in order of their nearest; not those to itself or of nothing. */
export function sumBranches(rows: readonly MoveRow[], direction: Direction): Branch[] {
  const branches = new Map<string, Branch>();
  for (const row of rows) {
    const other = direction === 'out' ? row.to_address : row.from_address;
    // anyone may send nothing in the name of another
    if (row.from_address.equals(row.to_address) || row.amount === '0') continue;
    const key = `${other.toString('hex')} ${row.token_address?.toString('hex')} ${unitOf(row)}`;
    branches.set(key, addTo(branches.get(key), { row, other, direction }));
  }
  return [...branches.values()];
}

/** What amounts of a token are of, as those of different units are not added: an ID, or IDs instead of amounts. */
function unitOf({ token_type, token_id }: MoveRow): string {
  if (!hasTrait(token_type, 'ids') || !hasTrait(token_type, 'amounts')) return '';
  return hasTrait(token_type, 'unique') ? String(token_id !== null) : `${token_id}`;
}

function addTo(
  known: Branch | undefined,
  { row, other, direction }: { row: MoveRow; other: Buffer; direction: Direction },
): Branch {
  const amount = row.amount === null ? null : BigInt(row.amount);
  const moment = momentOf(row, direction);
  const { token_address, token_type } = row;
  if (known === undefined)
    return {
      other,
      token: token_address === null || token_type === null ? null : { token_address, token_type },
      tokenId: row.token_id,
      amount,
      count: 1,
      nearest: row,
      farthest: row,
      moment,
    };
  return {
    ...known,
    tokenId: known.tokenId === row.token_id ? known.tokenId : null,
    amount: known.amount === null || amount === null ? null : known.amount + amount,
    count: known.count + 1,
    farthest: row,
    moment: joinMoments(known.moment, moment, direction),
  };
}

/** The first branches: those with most transfers, of a single asset with the largest sums; equal ones in order of time. */
export function rankBranches(branches: readonly Branch[], by: 'count' | 'amount', limit: number): Branch[] {
  const sizeOf = (branch: Branch) => (by === 'count' ? BigInt(branch.count) : (branch.amount ?? -1n));
  return branches
    .toSorted((one, other) => {
      const [left, right] = [sizeOf(one), sizeOf(other)];
      return left === right ? 0 : left > right ? -1 : 1;
    })
    .slice(0, limit);
}
