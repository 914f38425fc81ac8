import type { Database } from '@/lib/db/open-database';

/** The additive daily figures, as `daily_stats` names them. */
export type DailyFigure =
  | 'blocks'
  | 'transactions'
  | 'successful_transactions'
  | 'native_coin_transfers'
  | 'new_accounts'
  | 'new_contracts'
  | 'gas_used'
  | 'gas_limit'
  | 'block_size'
  | 'gas_price_sum'
  | 'fee_sum'
  | 'authorizations'
  | 'fhe_operations'
  | 'hcu'
  | 'active_accounts';

/** A day (or the Monday of a week) as days since 1970-01-01, and its figures as decimal integers. */
export type StatsRow = { day: number } & Record<DailyFigure, string>;

/** The first and the last day that have blocks, as days since 1970-01-01; undefined while there are none. */
export async function findStatsRange(db: Database): Promise<{ first: number; last: number } | undefined> {
  const rows = await db.sql<{ first: number | null; last: number | null }[]>`
    select min(day) - date '1970-01-01' as first, max(day) - date '1970-01-01' as last
    from ${db.schema}.daily_stats`;
  const { first, last } = rows[0] ?? {};
  return typeof first === 'number' && typeof last === 'number' ? { first, last } : undefined;
}

/** Daily figures between two days, both included; days without blocks are missing. */
export async function listDailyStats(db: Database, range: { from: number; to: number }): Promise<StatsRow[]> {
  return await db.sql<StatsRow[]>`
    select day - date '1970-01-01' as day,
      blocks::text, transactions::text, successful_transactions::text, native_coin_transfers::text,
      new_accounts::text, new_contracts::text, gas_used::text, gas_limit::text, block_size::text,
      gas_price_sum::text, fee_sum::text, authorizations::text, fhe_operations::text, hcu::text,
      active_accounts::text
    from ${db.schema}.daily_stats
    where day between date '1970-01-01' + ${range.from}::integer and date '1970-01-01' + ${range.to}::integer
    order by daily_stats.day`;
}

/** The figures of all days before one added up, as of the last of them; undefined when there are none. */
export async function sumStatsBefore(db: Database, before: number): Promise<StatsRow | undefined> {
  const rows = await db.sql<StatsRow[]>`
    select max(day) - date '1970-01-01' as day,
      sum(blocks)::text as blocks, sum(transactions)::text as transactions,
      sum(successful_transactions)::text as successful_transactions,
      sum(native_coin_transfers)::text as native_coin_transfers, sum(new_accounts)::text as new_accounts,
      sum(new_contracts)::text as new_contracts, sum(gas_used)::text as gas_used, sum(gas_limit)::text as gas_limit,
      sum(block_size)::text as block_size, sum(gas_price_sum)::text as gas_price_sum,
      sum(fee_sum)::text as fee_sum, sum(authorizations)::text as authorizations,
      sum(fhe_operations)::text as fhe_operations, sum(hcu)::text as hcu,
      sum(active_accounts)::text as active_accounts
    from ${db.schema}.daily_stats
    where day < date '1970-01-01' + ${before}::integer
    having count(*) > 0`;
  return rows[0];
}

/** Distinct senders of each week, by its Monday as days since 1970-01-01. */
export async function listWeeklySenders(
  db: Database,
  range: { from: number; to: number },
): Promise<{ day: number; active_accounts: string }[]> {
  return await db.sql<{ day: number; active_accounts: string }[]>`
    select week - date '1970-01-01' as day, active_accounts::text
    from ${db.schema}.weekly_stats
    where week between date '1970-01-01' + ${range.from}::integer and date '1970-01-01' + ${range.to}::integer
    order by week`;
}

/** Sums over the whole chain, as decimal integers. */
export type Totals = Record<
  'transactions' | 'successful_transactions' | 'native_coin_transfers' | 'new_accounts' | 'new_contracts',
  string
>;

/** The sums of the daily figures over the whole chain: 0 while there are no days. */
export async function findTotals(db: Database): Promise<Totals> {
  const rows = await db.sql<Totals[]>`
    select coalesce(sum(transactions), 0)::text as transactions,
      coalesce(sum(successful_transactions), 0)::text as successful_transactions,
      coalesce(sum(native_coin_transfers), 0)::text as native_coin_transfers,
      coalesce(sum(new_accounts), 0)::text as new_accounts,
      coalesce(sum(new_contracts), 0)::text as new_contracts
    from ${db.schema}.daily_stats`;
  return rows[0] ?? NO_TOTALS;
}

const NO_TOTALS: Totals = {
  transactions: '0',
  successful_transactions: '0',
  native_coin_transfers: '0',
  new_accounts: '0',
  new_contracts: '0',
};
