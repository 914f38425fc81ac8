import { balanceBefore } from '@/lib/api/access-list/query';
import { provenEnd } from '@/lib/api/proof/query';
import { isCoinLog } from '@/lib/db/coin-logs';
import type { Database, Fragment } from '@/lib/db/open-database';
import { addressToWord } from '@/lib/evm/words';

/** A block in which an address's coin balance may have changed; timestamp in Unix seconds. */
export type BalanceBlockRow = {
  block_number: number;
  timestamp: number;
  /** The block's first transaction from or to the address, or null. */
  transaction_hash: Buffer | null;
  /** Whether the access list of the block is known: then `listed_balance` is null only where the balance did not change. */
  is_listed: boolean;
  /** In wei after the block, and before it where earlier lists have it. */
  listed_balance: string | null;
  listed_before: string | null;
  is_proven: boolean;
};

/**
 * Blocks below a height in which an address's balance may have changed, newest first. Found one by one, each as the
 * maximum of an index lookup per source, so activity within a block costs nothing.
 */
export async function listBalanceBlocks(
  db: Database,
  address: Buffer,
  page: { below: number; limit: number },
): Promise<BalanceBlockRow[]> {
  const firstOf = (condition: Fragment) => db.sql`(
    select t.hash from ${db.schema}.transactions t
    where ${condition} and t.block_number = b.number order by t.index limit 1
  )`;
  return await db.sql<BalanceBlockRow[]>`
    with recursive heights (height, rank) as (
      select ${highestBelow(db, address, db.sql`${page.below}::bigint`)}, 1
      union all
      select ${highestBelow(db, address, db.sql`h.height`)}, h.rank + 1
      from heights h where h.height is not null and h.rank < ${page.limit}
    )
    select b.number as block_number, b.timestamp, coalesce(
      ${firstOf(db.sql`t.from_address = ${address}`)}, ${firstOf(db.sql`t.to_address = ${address}`)}
    ) as transaction_hash, c.balance as listed_balance,
      ${balanceBefore(db, db.sql`${address}`, db.sql`b.number`)} as listed_before,
      exists (
        select from ${db.schema}.block_access_lists l where l.block_number = b.number and l.rlp is not null
      ) as is_listed,
      coalesce(${provenEnd(db, db.sql`b.number`)} >= b.number, false) as is_proven
    from heights h join ${db.schema}.blocks b on b.number = h.height
    left join ${db.schema}.coin_balances c on c.block_number = b.number and c.address = ${address}
    order by b.number desc`;
}

/** Row comparison forces the (address, height) index, however frequent the address is. */
function highestBelow(db: Database, address: Buffer, height: Fragment): Fragment {
  const { sql, schema } = db;
  const highest = (table: Fragment, who: Fragment, number = sql`block_number`) => sql`(
    select number from (
      select ${who} as who, ${number} as number from ${table}
      where (${who}, ${number}) < (${address}, ${height}) order by ${who} desc, ${number} desc limit 1
    ) as nearest where who = ${address}
  )`;
  const target = sql`coalesce(to_address, created_contract)`;
  const highestLog = (party: Fragment) => sql`(
    select l.block_number from ${schema}.logs l
    where ${party} = ${addressToWord(address)} and l.block_number < ${height} and ${isCoinLog(sql)}
    order by l.block_number desc, l.log_index desc limit 1
  )`;
  return sql`greatest(
    ${highest(sql`${schema}.transactions`, sql`from_address`)},
    ${highest(sql`${schema}.transactions`, sql`to_address`)},
    ${highest(sql`${schema}.internal_transactions`, sql`from_address`)},
    ${highest(sql`${schema}.internal_transactions`, target)},
    ${highest(sql`${schema}.coin_balances`, sql`address`)},
    ${highestLog(sql`l.topic1`)},
    ${highestLog(sql`l.topic2`)},
    ${highest(sql`${schema}.withdrawals`, sql`address`)},
    ${highest(sql`${schema}.blocks`, sql`miner`, sql`number`)},
    (select created_block from ${schema}.addresses where address = ${address} and created_block < ${height})
  )`;
}

/** The last block of each of the `days` UTC days up to the latest block's, oldest first. */
export async function listLastBlocksOfDays(
  db: Database,
  days: number,
): Promise<{ date: string; block_number: number }[]> {
  return await db.sql<{ date: string; block_number: number }[]>`
    with newest as (
      select to_timestamp(timestamp) at time zone 'utc' as moment from ${db.schema}.blocks
      order by number desc limit 1
    )
    select to_char(d.day, 'YYYY-MM-DD') as date, b.number as block_number
    from newest cross join generate_series(0, ${days - 1}) as ago (days)
    cross join lateral (select date_trunc('day', newest.moment) - ago.days * interval '1 day' as day) d
    cross join lateral (
      select number from ${db.schema}.blocks
      where timestamp < extract(epoch from d.day + interval '1 day')::bigint
      order by timestamp desc, number desc limit 1
    ) b
    order by d.day`;
}
