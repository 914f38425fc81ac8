import { andActive } from '@/lib/api/transaction/active-heights-query';
import type { AddressPage } from '@/lib/api/transaction/query';
import type { Database, Fragment } from '@/lib/db/open-database';

type ScanBound = Readonly<{ block_number: number; index: number }>;
/** Both ends are left out. */
type ScanRange = Readonly<{ above: ScanBound; below: ScanBound }>;

/**
 * Selects `columns` and the position of each transaction `t` in a page of an address's list, in order: read by the
 * address's own index alone, where looking up each transaction by its position reads twenty times as many pages. Rows are
 * compared with both ends of the scan: with an equality on an address that most transactions have, PostgreSQL would scan all.
 */
export function scanAddress(
  db: Database,
  address: Buffer,
  { columns, ...page }: AddressPage & Readonly<{ columns: Fragment }>,
): Fragment {
  const { role, limit, isOldestFirst = false } = page;
  const { above, below } = spanOf(page);
  const way = isOldestFirst ? db.sql`asc` : db.sql`desc`;
  const selected = db.sql`select t.block_number, t.index, ${columns} from ${db.schema}.transactions t`;
  // heights alone leave out partitions, which comparisons of rows do not
  const heights = db.sql`
    and t.block_number >= ${above.block_number}::bigint and t.block_number <= ${below.block_number}::bigint
    ${andActive(db, address, db.sql`t.block_number`)}`;
  const ofRole = (account: Fragment) => db.sql`(
    ${selected}
    where (${account}, t.block_number, t.index)
        > (${address}::bytea, ${above.block_number}::bigint, ${above.index}::integer)
      and (${account}, t.block_number, t.index)
        < (${address}::bytea, ${below.block_number}::bigint, ${below.index}::integer)
      ${heights}
    order by ${account} ${way}, t.block_number ${way}, t.index ${way} limit ${limit}
  )`;
  const sent = ofRole(db.sql`t.from_address`);
  // a contract is created once, or a few times
  const received = db.sql`
    ${ofRole(db.sql`t.to_address`)}
    union (
      ${selected}
      where t.created_contract = ${address}
        and (t.block_number, t.index) > (${above.block_number}::bigint, ${above.index}::integer)
        and (t.block_number, t.index) < (${below.block_number}::bigint, ${below.index}::integer) ${heights}
    )`;
  const all = role === 'from' ? sent : role === 'to' ? received : db.sql`${sent} union ${received}`;
  return db.sql`
    select * from (${all}) positions order by block_number ${way}, index ${way} limit ${limit}`;
}

/** From the first to the last block of the range, or after the position that the page starts at. */
function spanOf({ before, blocks, isOldestFirst = false }: AddressPage): ScanRange {
  const above = { block_number: blocks?.first ?? 0, index: -1 };
  const below = { block_number: blocks?.beyond ?? Number.MAX_SAFE_INTEGER, index: -1 };
  if (before === undefined) return { above, below };
  if (isOldestFirst) return { above: before.block_number < above.block_number ? above : before, below };
  return { above, below: before.block_number >= below.block_number ? below : before };
}
