import { andInBlocks, type BlockRange } from '@/lib/api/block/query';
import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Fragment } from '@/lib/db/open-database';
import type { TokenType } from '@/lib/evm/token-standards';

type Driver = Readonly<{
  blocks: BlockRange | undefined;
  from: readonly Buffer[];
  to: readonly Buffer[];
  isBoth: boolean;
  tokens: readonly Buffer[];
}>;

/** A table whose rows `c` are indexed by sender, by each receiver, and by position alone. */
type Source = Readonly<{
  table: Fragment;
  columns: Fragment;
  receivers: readonly Fragment[];
  /** Key and order of the rows. */
  key: Fragment;
  order: Fragment;
  reach: Fragment | undefined;
  /** Of transfers, whose indexes begin with the standard. */
  types: readonly TokenType[] | undefined;
  limit: number;
}>;

/**
 * The newest rows of a source by the index that fits a filter best, at most `limit`: of each of its addresses, else of
 * each of its tokens, else all. Rows of other senders, receivers or tokens are left to the reader.
 */
export function driveScan(
  db: Database,
  { blocks, from, to, isBoth, tokens }: Driver,
  source: Source,
): Fragment {
  const { table, columns, receivers, key, order, reach, types, limit } = source;
  const isReached = reach === undefined ? db.sql`` : db.sql`and ${reach}`;
  const isInBlocks = andInBlocks(db, db.sql`c`, blocks);
  const newest = (condition: Fragment) => db.sql`(
    select c.* from ${table} c where ${condition} ${isReached} ${isInBlocks} order by ${order} limit ${limit}
  )`;
  const ofType = types === undefined ? db.sql`` : db.sql`and c.token_type = k.type`;
  const eachType = types && db.sql`unnest(${toArrayLiteral(types)}::text[]) k (type)`;
  const each = (addresses: readonly Buffer[], column: Fragment) => db.sql`
    select x.* from unnest(${toArrayLiteral(addresses)}::bytea[]) a (address)
    ${eachType ? db.sql`cross join ${eachType}` : db.sql``}
    cross join lateral ${newest(db.sql`${column} = a.address ${ofType}`)} x`;
  const sent = from.length === 0 ? [] : [each(from, db.sql`c.from_address`)];
  const received = to.length === 0 ? [] : receivers.map((receiver) => each(to, receiver));
  const sides = isBoth && from.length > 0 ? sent : [...sent, ...received];
  const all =
    sides.length > 0
      ? sides.reduce((one, other) => db.sql`${one} union all ${other}`)
      : tokens.length > 0
        ? db.sql`
            select x.* from unnest(${toArrayLiteral(tokens)}::bytea[]) a (address)
            cross join lateral ${newest(db.sql`c.token_address = a.address`)} x`
        : eachType === undefined
          ? newest(db.sql`true`)
          : db.sql`select x.* from ${eachType} cross join lateral ${newest(db.sql`c.token_type = k.type`)} x`;
  const isOnce = sides.length > 1 ? db.sql`distinct on (${key})` : db.sql``;
  return db.sql`select ${isOnce} ${columns} from (${all}) c order by ${order} limit ${limit}`;
}
