import type { Database } from '@/lib/db/open-database';

/** An account, and how many transactions it has in all. */
export type RecentAccount = Readonly<{ address: Buffer; transactions: number }>;

const TRANSACTIONS = 500;
const BLOCKS = 100;
const WITHDRAWALS = 200;

/** The accounts that the newest transactions, blocks and withdrawals name most often. */
export async function listRecentAccounts(db: Database, limit: number): Promise<RecentAccount[]> {
  return await db.sql<RecentAccount[]>`
    with recent as materialized (
      select from_address, coalesce(to_address, created_contract) as target from ${db.schema}.transactions
      order by block_number desc, index desc limit ${TRANSACTIONS}
    ), named as (
      select from_address as address from recent
      union all select target from recent where target is not null
      union all select miner from (
        select miner from ${db.schema}.blocks order by number desc limit ${BLOCKS}
      ) b
      union all select address from (
        select address from ${db.schema}.withdrawals order by index desc limit ${WITHDRAWALS}
      ) w
    )
    select n.address, coalesce(c.transactions, 0) as transactions from (
      select address from named group by address order by count(*) desc, address limit ${limit}
    ) n
    left join lateral (
      select transactions from ${db.schema}.address_counts where address = n.address offset 0
    ) c on true`;
}
