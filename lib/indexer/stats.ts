import { copyRows } from '@/lib/db/copy-rows';
import type { Database, Transaction } from '@/lib/db/open-database';
import type { Range } from './plan';
import { type BlockRows, COLUMNS } from './rows';
import type { AddressCounts } from './write-addresses';

/** Writes the blocks' own figures. `counts` are those of the same blocks. */
export async function insertBlockStats(
  sql: Transaction,
  db: Database,
  added: { blocks: readonly BlockRows[]; counts: AddressCounts },
): Promise<void> {
  const rows = added.blocks.flatMap(({ stats }) => {
    if (!stats) return [];
    const new_accounts = added.counts.senders.get(stats.block_number) ?? 0;
    const new_contracts = added.counts.contracts.get(stats.block_number) ?? 0;
    return [{ ...stats, new_accounts, new_contracts }];
  });
  await copyRows(sql, { db, table: 'block_stats', columns: COLUMNS.block_stats }, rows);
}

/** Adds the stored blocks of the range to the figures of their days and weeks. */
export async function addToPeriods(sql: Transaction, db: Database, range: Range): Promise<void> {
  await mergeDays(sql, db, { range, sign: 1 });
  await addDailySenders(sql, db, range);
  await addWeeklySenders(sql, db, range);
}

/** Takes the stored blocks of the range off again; afterwards it is as if they had never been added. */
export async function removeFromPeriods(sql: Transaction, db: Database, range: Range): Promise<void> {
  await removeDailySenders(sql, db, range);
  await removeWeeklySenders(sql, db, range);
  await mergeDays(sql, db, { range, sign: -1 });
  await sql`delete from ${db.schema}.daily_stats where blocks = 0`;
  await sql`delete from ${db.schema}.weekly_stats where active_accounts = 0`;
}

async function mergeDays(
  sql: Transaction,
  db: Database,
  { range, sign }: { range: Range; sign: 1 | -1 },
): Promise<void> {
  await sql`
    insert into ${db.schema}.daily_stats as stored (
      day, blocks, transactions, successful_transactions, native_coin_transfers, new_accounts, new_contracts,
      gas_used, gas_limit, block_size, gas_price_sum, fee_sum, authorizations, fhe_operations, hcu
    )
    select day, s * sum(blocks), s * sum(transactions), s * sum(successful_transactions),
      s * sum(native_coin_transfers), s * sum(new_accounts), s * sum(new_contracts), s * sum(gas_used),
      s * sum(gas_limit), s * sum(block_size), s * sum(gas_price_sum), s * sum(fee_sum), s * sum(authorizations),
      s * sum(fhe_operations), s * sum(hcu)
    from ${db.schema}.block_stats cross join (select ${sign}::integer as s) as sign
    where block_number between ${range.from} and ${range.to}
    group by day, s
    on conflict (day) do update set
      blocks = stored.blocks + excluded.blocks,
      transactions = stored.transactions + excluded.transactions,
      successful_transactions = stored.successful_transactions + excluded.successful_transactions,
      native_coin_transfers = stored.native_coin_transfers + excluded.native_coin_transfers,
      new_accounts = stored.new_accounts + excluded.new_accounts,
      new_contracts = stored.new_contracts + excluded.new_contracts,
      gas_used = stored.gas_used + excluded.gas_used,
      gas_limit = stored.gas_limit + excluded.gas_limit,
      block_size = stored.block_size + excluded.block_size,
      gas_price_sum = stored.gas_price_sum + excluded.gas_price_sum,
      fee_sum = stored.fee_sum + excluded.fee_sum,
      authorizations = stored.authorizations + excluded.authorizations,
      fhe_operations = stored.fhe_operations + excluded.fhe_operations,
      hcu = stored.hcu + excluded.hcu`;
}

/** Who sent how much in the range, by day. A sender is new to a day when all it sent on it is of the range. */
async function addDailySenders(sql: Transaction, db: Database, range: Range): Promise<void> {
  await sql`
    with moved as (${dailyMoves(sql, db, range)}), merged as (
      insert into ${db.schema}.daily_senders as stored (day, address, transactions)
      select day, address, transactions from moved
      on conflict (day, address) do update set transactions = stored.transactions + excluded.transactions
      returning day, address, transactions
    )
    update ${db.schema}.daily_stats d set active_accounts = active_accounts + n.accounts
    from (
      select day, count(*) as accounts from merged join moved using (day, address, transactions) group by day
    ) n
    where d.day = n.day`;
}

async function addWeeklySenders(sql: Transaction, db: Database, range: Range): Promise<void> {
  await sql`
    with moved as (${weeklyMoves(sql, db, range)}), merged as (
      insert into ${db.schema}.weekly_senders as stored (week, address, transactions)
      select week, address, transactions from moved
      on conflict (week, address) do update set transactions = stored.transactions + excluded.transactions
      returning week, address, transactions
    )
    insert into ${db.schema}.weekly_stats as stored (week, active_accounts)
    select week, count(*) from merged join moved using (week, address, transactions) group by week
    on conflict (week) do update set active_accounts = stored.active_accounts + excluded.active_accounts`;
}

async function removeDailySenders(sql: Transaction, db: Database, range: Range): Promise<void> {
  await sql`
    with moved as (${dailyMoves(sql, db, range)}), gone as (
      delete from ${db.schema}.daily_senders s using moved m
      where s.day = m.day and s.address = m.address and s.transactions = m.transactions
      returning s.day
    ), fewer as (
      update ${db.schema}.daily_senders s set transactions = s.transactions - m.transactions from moved m
      where s.day = m.day and s.address = m.address and s.transactions > m.transactions
    )
    update ${db.schema}.daily_stats d set active_accounts = active_accounts - n.accounts
    from (select day, count(*) as accounts from gone group by day) n
    where d.day = n.day`;
}

async function removeWeeklySenders(sql: Transaction, db: Database, range: Range): Promise<void> {
  await sql`
    with moved as (${weeklyMoves(sql, db, range)}), gone as (
      delete from ${db.schema}.weekly_senders s using moved m
      where s.week = m.week and s.address = m.address and s.transactions = m.transactions
      returning s.week
    ), fewer as (
      update ${db.schema}.weekly_senders s set transactions = s.transactions - m.transactions from moved m
      where s.week = m.week and s.address = m.address and s.transactions > m.transactions
    )
    update ${db.schema}.weekly_stats w set active_accounts = active_accounts - n.accounts
    from (select week, count(*) as accounts from gone group by week) n
    where w.week = n.week`;
}

/** Blocks without a time have no row in block_stats, and so no senders. */
function dailyMoves(sql: Transaction, db: Database, { from, to }: Range) {
  return sql`
    select b.day, t.from_address as address, count(*) as transactions
    from ${db.schema}.transactions t join ${db.schema}.block_stats b on b.block_number = t.block_number
    where t.block_number between ${from} and ${to}
    group by b.day, t.from_address`;
}

function weeklyMoves(sql: Transaction, db: Database, { from, to }: Range) {
  return sql`
    select date_trunc('week', b.day)::date as week, t.from_address as address, count(*) as transactions
    from ${db.schema}.transactions t join ${db.schema}.block_stats b on b.block_number = t.block_number
    where t.block_number between ${from} and ${to}
    group by 1, t.from_address`;
}
