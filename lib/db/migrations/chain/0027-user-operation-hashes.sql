-- User operations by hash, and which factory deployed the account (null: it existed before).
alter table user_operations add column hash bytea, add column factory bytea;
update user_operations u set
  hash = l.topic1,
  factory = (
    select substring(d.data from 13 for 20) from logs d
    where d.block_number = u.block_number and d.transaction_index = u.transaction_index and d.log_index < u.log_index
      and d.address = l.address and d.topic1 = l.topic1 and d.topic2 = l.topic2 and length(d.data) = 64
      and d.topic0 = '\xd51a9c61267aa6196961883ecf5ff2da6619c37dac0fa92122513fb32c032d2d'
      and substring(d.data for 12) = '\x000000000000000000000000'
    order by d.log_index limit 1
  )
from logs l
where l.block_number = u.block_number and l.transaction_index = u.transaction_index and l.log_index = u.log_index;
alter table user_operations alter column hash set not null;
create index user_operations_hash on user_operations (hash, block_number, transaction_index, log_index);

-- Factories take part like accounts and bundlers: once for each account that they deployed.
insert into participations
select 'factory', factory, day, times, lag(day) over (partition by factory order by day)
from (
  select u.factory, b.day, count(*) as times
  from user_operations u join block_stats b on b.block_number = u.block_number
  where u.factory is not null group by u.factory, b.day
) deployed;
insert into period_counts
select role, resolution, start, count(*), count(*) filter (where start - previous_day <= 60),
  count(*) filter (where start - previous_day <= 90), count(*) filter (where start - previous_day <= 120)
from participations
cross join lateral (values
  ('DAY', day), ('WEEK', date_trunc('week', day)::date), ('MONTH', date_trunc('month', day)::date),
  ('YEAR', date_trunc('year', day)::date)
) period (resolution, start)
where role = 'factory' and (previous_day is null or previous_day < start)
group by role, resolution, start;
