import type { BlockRange } from '@/lib/api/block/query';
import { andActive } from '@/lib/api/transaction/active-heights-query';
import { toArrayLiteral } from '@/lib/db/array-literal';
import { limitRows } from '@/lib/db/limit-rows';
import type { Database, Fragment } from '@/lib/db/open-database';
import { TOKEN_TYPES, type TokenType } from '@/lib/evm/token-standards';

/** Which end of a transfer an address is. */
export type Side = 'from' | 'to';

/** Token transfers that an address sent or received: of some standards (none: all), in some blocks (undefined: all). */
export type SideScope = Readonly<{
  side: Side;
  address: Buffer;
  types: readonly TokenType[];
  blocks?: BlockRange | undefined;
}>;

/** Where a page starts, and how many it reads. */
type PageBounds = Readonly<{
  start: Readonly<{ block_number: number; index: number; belowIndex: number | undefined }> | undefined;
  limit: number;
}>;

/** The upper end of a scan: a log, or with `isIncluded` the one below it. */
type ScanEnd = Readonly<{ block: number; index: number; isIncluded: boolean }>;

const NO_END: ScanEnd = { block: Number.MAX_SAFE_INTEGER, index: -1, isIncluded: false };

/** The account of a side of the transfer `e`. */
export const sideOf = (db: Database, side: Side): Fragment =>
  side === 'from' ? db.sql`e.from_address` : db.sql`e.to_address`;

/**
 * The transfers `e` of a side of an address and of one standard (an expression), as a condition and an order that only the
 * side's own index serves: rows are compared with both ends of the scan. PostgreSQL takes account and standard for
 * independent: with equalities on both, it would search all transfers of NFTs for those of a wallet with most of the
 * chain's transfers.
 */
export function scanOfSide(
  db: Database,
  { side, address, type }: Readonly<{ side: Side; address: Buffer; type: Fragment }>,
  { first = 0, end = NO_END }: Readonly<{ first?: number | undefined; end?: ScanEnd }> = {},
) {
  const account = sideOf(db, side);
  const key = db.sql`(${account}, e.token_type, e.block_number, e.log_index)`;
  const comparison = end.isIncluded ? db.sql`<=` : db.sql`<`;
  return {
    condition: db.sql`
      ${key} >= (${address}::bytea, ${type}, ${first}::bigint, 0)
      and ${key} ${comparison} (${address}::bytea, ${type}, ${end.block}::bigint, ${end.index}::integer)`,
    order: (way: Fragment) => db.sql`
      order by ${account} ${way}, e.token_type ${way}, e.block_number ${way}, e.log_index ${way}`,
  };
}

/** The newest events of a side, by one scan per standard. */
export function eventsOfSide(db: Database, of: SideScope, { start, limit }: PageBounds): Fragment {
  const { side, address, types, blocks } = of;
  const end = endOf(start, blocks?.beyond);
  const scan = scanOfSide(db, { side, address, type: db.sql`k.type` }, { first: blocks?.first, end });
  return db.sql`
    select e.* from unnest(${toArrayLiteral(types.length === 0 ? TOKEN_TYPES : types)}::text[]) as k (type)
    cross join lateral (
      select e.* from ${db.schema}.token_transfers e
      where ${scan.condition} ${andHeights(db, { first: blocks?.first, end })}
        ${andActive(db, address, db.sql`e.block_number`)}
      ${scan.order(db.sql`desc`)} ${limitRows(db, limit)}
    ) e`;
}

/** A scan begins at the start of the page, or below the first block beyond the range. */
function endOf(start: PageBounds['start'], beyond = NO_END.block): ScanEnd {
  if (start === undefined || start.block_number >= beyond) return { ...NO_END, block: beyond };
  return { block: start.block_number, index: start.index, isIncluded: start.belowIndex !== undefined };
}

/** Heights alone leave out partitions, which comparisons of rows do not. */
function andHeights(
  db: Database,
  { first, end }: Readonly<{ first: number | undefined; end: ScanEnd }>,
): Fragment {
  const from = first === undefined ? db.sql`` : db.sql`and e.block_number >= ${first}::bigint`;
  return end.block === NO_END.block ? from : db.sql`${from} and e.block_number <= ${end.block}::bigint`;
}
