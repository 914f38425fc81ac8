import type { Database, Transaction } from '@/lib/db/open-database';
import type { Range } from './plan';

/** Adds the participants of the range, whose days are stored. `isOrdered`: no stored day is later than its first. */
export async function addParticipations(
  sql: Transaction,
  db: Database,
  { range, isOrdered }: { range: Range; isOrdered: boolean },
): Promise<void> {
  await sql`
    with moved as (${moves(sql, db, range)}), linked as (
      select m.*, stored.day as latest,
        greatest(stored.day, lag(m.day) over (partition by m.role, m.address order by m.day)) as previous_day
      from moved m left join lateral (
        select s.day from ${db.schema}.participations s
        where s.role = m.role and s.address = m.address and s.day <= m.day
        order by s.day desc limit 1
      ) stored on true
    ), written as (
      insert into ${db.schema}.participations as stored (role, address, day, times, previous_day)
      select role, address, day, times, previous_day from linked
      on conflict (role, address, day) do update set times = stored.times + excluded.times
    ), changed as (
      select role, day, previous_day, 1 as sign from linked where latest is distinct from day
    )
    ${mergeChanged(sql, db)}`;
  if (!isOrdered) await relinkDays(sql, db, range);
}

/** Subtracts the stored blocks of the range: the exact inverse of `addParticipations`. */
export async function removeParticipations(
  sql: Transaction,
  db: Database,
  { range, isOrdered }: { range: Range; isOrdered: boolean },
): Promise<void> {
  await sql`
    with moved as (${moves(sql, db, range)}), gone as (
      delete from ${db.schema}.participations s using moved m
      where s.role = m.role and s.address = m.address and s.day = m.day and s.times = m.times
      returning s.role, s.day, s.previous_day
    ), fewer as (
      update ${db.schema}.participations s set times = s.times - m.times from moved m
      where s.role = m.role and s.address = m.address and s.day = m.day and s.times > m.times
    ), changed as (
      select role, day, previous_day, -1 as sign from gone
    )
    ${mergeChanged(sql, db)}`;
  if (!isOrdered) await relinkDays(sql, db, range);
  await sql`delete from ${db.schema}.period_counts where active = 0`;
}

/** Relinks the days of each address after out-of-order changes: block timestamps need not increase. */
async function relinkDays(sql: Transaction, db: Database, range: Range): Promise<void> {
  await sql`
    with touched as (select distinct role, address from (${moves(sql, db, range)}) moved), ordered as (
      select p.*, lag(p.day) over (partition by p.role, p.address order by p.day) as actual
      from ${db.schema}.participations p join touched using (role, address)
    ), wrong as (
      select * from ordered where previous_day is distinct from actual
    ), relinked as (
      update ${db.schema}.participations p set previous_day = w.actual from wrong w
      where p.role = w.role and p.address = w.address and p.day = w.day
    ), changed as (
      select role, day, previous_day, -1 as sign from wrong
      union all select role, day, actual, 1 from wrong
    )
    ${mergeChanged(sql, db)}`;
}

/**
 * The end of a statement that defines `changed`: added (sign 1) and removed (-1) participations, with the previous
 * day.
 */
function mergeChanged(sql: Transaction, db: Database) {
  return sql`
    , counted as (
      insert into ${db.schema}.period_counts as stored (
        role, resolution, start, active, recurring_60, recurring_90, recurring_120
      )
      select role, resolution, start, sum(sign), ${recurring(sql, 60)}, ${recurring(sql, 90)}, ${recurring(sql, 120)}
      from changed cross join lateral (values
        ('DAY', day), ('WEEK', date_trunc('week', day)::date), ('MONTH', date_trunc('month', day)::date),
        ('YEAR', date_trunc('year', day)::date)
      ) period (resolution, start)
      where previous_day is null or previous_day < start
      group by role, resolution, start
      on conflict (role, resolution, start) do update set
        active = stored.active + excluded.active,
        recurring_60 = stored.recurring_60 + excluded.recurring_60,
        recurring_90 = stored.recurring_90 + excluded.recurring_90,
        recurring_120 = stored.recurring_120 + excluded.recurring_120
    )
    update ${db.schema}.daily_stats d set
      new_accounts = d.new_accounts + n.new_accounts,
      new_builders = d.new_builders + n.new_builders,
      new_wallets = d.new_wallets + n.new_wallets
    from (
      select day, ${newcomers(sql, 'sender')} as new_accounts, ${newcomers(sql, 'builder')} as new_builders,
        ${newcomers(sql, 'wallet')} as new_wallets
      from changed where previous_day is null group by day
    ) n
    where d.day = n.day`;
}

function recurring(sql: Transaction, days: number) {
  return sql`coalesce(sum(sign) filter (where start - previous_day <= ${days}::integer), 0)`;
}

function newcomers(sql: Transaction, role: string) {
  return sql`coalesce(sum(sign) filter (where role = ${role}), 0)`;
}

/**
 * Who took part on which day of the range, and how often: who sent a bundle once for each, as `bundle`. Blocks without a
 * timestamp have no row in block_stats.
 */
function moves(sql: Transaction, db: Database, { from, to }: Range) {
  return sql`
    select 'sender' as role, t.from_address as address, b.day, count(*) as times
    from ${db.schema}.transactions t join ${db.schema}.block_stats b on b.block_number = t.block_number
    where t.block_number between ${from} and ${to}
    group by 2, 3
    union all
    select 'builder', t.from_address, b.day, count(*)
    from ${db.schema}.addresses a
    join ${db.schema}.transactions t on t.block_number = a.created_block and t.index = a.created_transaction_index
    join ${db.schema}.block_stats b on b.block_number = t.block_number
    where a.created_block between ${from} and ${to}
    group by 2, 3
    union all
    select p.role, p.address, b.day, count(*)
    from ${db.schema}.user_operations u
    join ${db.schema}.block_stats b on b.block_number = u.block_number
    cross join lateral (
      values ('wallet', u.sender), ('bundler', u.bundler), ('paymaster', u.paymaster), ('factory', u.factory),
        ('bundle', case when u.operation_index = 0 then u.bundler end)
    ) p (role, address)
    where u.block_number between ${from} and ${to} and p.address is not null
    group by 1, 2, 3
    union all
    select 'fhe_caller', o.caller, b.day, count(*)
    from ${db.schema}.fhe_operations o join ${db.schema}.block_stats b on b.block_number = o.block_number
    where o.block_number between ${from} and ${to} and o.caller is not null
    group by 2, 3
    union all
    select 'fhe_opener', l.emitter, b.day, count(distinct (l.block_number, l.log_index))
    from ${db.schema}.fhe_handle_logs l join ${db.schema}.block_stats b on b.block_number = l.block_number
    where l.block_number between ${from} and ${to} and l.kind = 'AllowedForDecryption'
    group by 2, 3`;
}
