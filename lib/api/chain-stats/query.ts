import { coinAsset, type PriceRow, priceNow } from '@/lib/api/price/query';
import type { Database } from '@/lib/db/open-database';

/** Recent figures of a chain; quantities are decimal strings, prices in wei. */
export type ChainStatsRow = {
  total_gas_used: string;
  transactions_today: string;
  gas_used_today: string;
  recent_gas_used: string | null;
  recent_gas_limit: string | null;
  slow: string | null;
  average: string | null;
  fast: string | null;
};

const RECENT_TRANSACTIONS = 200;
const RECENT_BLOCKS = 100;

/** Totals, the last day's figures, and averages of recent blocks and transactions. */
export async function findChainStats(db: Database): Promise<ChainStatsRow | undefined> {
  const rows = await db.sql<ChainStatsRow[]>`
    select
      (select coalesce(sum(gas_used), 0)::text from ${db.schema}.daily_stats) as total_gas_used,
      coalesce(today.transactions, 0)::text as transactions_today,
      coalesce(today.gas_used, 0)::text as gas_used_today,
      b.gas_used as recent_gas_used, b.gas_limit as recent_gas_limit,
      p.prices[1] as slow, p.prices[2] as average, p.prices[3] as fast
    from (
      select sum(gas_used) as gas_used, sum(gas_limit) as gas_limit from (
        select gas_used, gas_limit from ${db.schema}.blocks order by number desc limit ${RECENT_BLOCKS}
      ) recent
    ) b
    cross join (
      select percentile_disc(array[0.35, 0.6, 0.9]) within group (order by effective_gas_price) as prices from (
        select effective_gas_price from ${db.schema}.transactions
        order by block_number desc, index desc limit ${RECENT_TRANSACTIONS}
      ) recent
      where effective_gas_price is not null
    ) p
    left join lateral (
      select transactions, gas_used from ${db.schema}.daily_stats order by day desc limit 1
    ) today on true`;
  return rows[0];
}

/** Sums over blocks as decimal integers; fees in wei. Contracts of blocks without a time are not counted. */
export type BlockSums = {
  blocks: string;
  transactions: string;
  op_stack_system_transactions: string;
  fees: string;
  new_contracts: string;
  /** False if the index begins later than the sums. */
  is_whole: boolean;
  /** The price of the coin now. */
  coin_price: PriceRow | null;
};

/** Sums over the blocks since a Unix time in seconds. */
export async function sumBlocksSince(db: Database, time: number): Promise<BlockSums> {
  const rows = await db.sql<BlockSums[]>`
    select count(*)::text as blocks, coalesce(sum(b.transactions_count), 0)::text as transactions,
      coalesce(sum(s.op_stack_system_transactions), 0)::text as op_stack_system_transactions,
      coalesce(sum(b.transaction_fees), 0)::text as fees, coalesce(sum(s.new_contracts), 0)::text as new_contracts,
      ${priceNow(db, coinAsset(db))} as coin_price,
      coalesce((select first_block from ${db.schema}.indexer_state), 0) = 0
        or coalesce((select min(timestamp) from ${db.schema}.blocks) <= ${time}, true) as is_whole
    from ${db.schema}.blocks b left join ${db.schema}.block_stats s on s.block_number = b.number
    where b.timestamp >= ${time}`;
  return rows[0] ?? NO_BLOCKS;
}

/** Sums over no blocks. */
export const NO_BLOCKS: BlockSums = {
  blocks: '0',
  transactions: '0',
  op_stack_system_transactions: '0',
  fees: '0',
  new_contracts: '0',
  is_whole: true,
  coin_price: null,
};

/** Transactions per day (days since 1970-01-01); days without blocks are missing. */
export async function listTransactionsByDay(
  db: Database,
  range: Readonly<{ from: number; to: number }>,
): Promise<{ day: number; transactions: number }[]> {
  return await db.sql<{ day: number; transactions: number }[]>`
    select day - date '1970-01-01' as day, transactions from ${db.schema}.daily_stats
    where day between date '1970-01-01' + ${range.from}::integer and date '1970-01-01' + ${range.to}::integer
    order by daily_stats.day`;
}
