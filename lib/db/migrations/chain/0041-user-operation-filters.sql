-- The user operations of EntryPoint 0.9, which were not read before; its events are those of 0.8.
insert into user_operations (block_number, transaction_index, log_index, sender, paymaster, hash, factory)
select l.block_number, l.transaction_index, l.log_index, substring(l.topic2 from 13),
  nullif(substring(l.topic3 from 13), '\x0000000000000000000000000000000000000000'), l.topic1,
  (
    select substring(d.data from 13 for 20) from logs d
    where d.block_number = l.block_number and d.transaction_index = l.transaction_index and d.log_index < l.log_index
      and d.address = l.address and d.topic1 = l.topic1 and d.topic2 = l.topic2 and length(d.data) = 64
      and d.topic0 = '\xd51a9c61267aa6196961883ecf5ff2da6619c37dac0fa92122513fb32c032d2d'
      and substring(d.data for 12) = '\x000000000000000000000000'
    order by d.log_index limit 1
  )
from logs l
where l.address = '\x433709009b8330fda32311df1c2afa402ed8d009'
  and l.topic0 = '\x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
  and l.topic1 is not null
  and substring(l.topic2 for 12) = '\x000000000000000000000000' and length(l.topic2) = 32
  and substring(l.topic3 for 12) = '\x000000000000000000000000' and length(l.topic3) = 32
  and length(l.data) = 128
  and substring(l.data from 33 for 31) = decode(repeat('00', 31), 'hex') and get_byte(l.data, 63) < 2;

-- What user operations are listed by: their EntryPoint, who sent them, and which bundle of the transaction they are of,
-- at which index. A bundle begins with BeforeExecution() of its EntryPoint.
alter table user_operations
  add column entry_point bytea,
  add column bundler bytea,
  add column bundle_index integer,
  add column operation_index integer;
-- an indexer of an older version must not add rows without them meanwhile
alter table user_operations add constraint filled check (
  entry_point is not null and bundler is not null and bundle_index is not null and operation_index is not null
) not valid;
update user_operations u set
  entry_point = found.entry_point,
  bundler = found.bundler,
  bundle_index = found.bundle_index,
  operation_index = found.operation_index
from (
  select o.block_number, o.transaction_index, o.log_index, l.address as entry_point, t.from_address as bundler,
    (
      select count(*) from logs s
      where s.block_number = o.block_number and s.transaction_index = o.transaction_index and s.log_index < own.start
        and s.topic0 = '\xbb47ee3e183a558b1a2ff0874b079f3fc5478b7454eacf2bfc5af2ff5878f972'
        and s.address in (
          '\x5ff137d4b0fdcd49dca30c7cf57e578a026d2789', '\x0000000071727de22e5e9d8baf0edac6f37da032',
          '\x4337084d9e255ff0702461cf8895ce9e3b5ff108', '\x433709009b8330fda32311df1c2afa402ed8d009'
        )
    ) as bundle_index,
    (
      select count(*) from logs s
      where s.block_number = o.block_number and s.transaction_index = o.transaction_index
        and s.log_index > own.start and s.log_index < o.log_index and s.address = l.address
        and s.topic0 = '\x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
    ) as operation_index
  from user_operations o
  join logs l on l.block_number = o.block_number and l.transaction_index = o.transaction_index
    and l.log_index = o.log_index
  join transactions t on t.block_number = o.block_number and t.index = o.transaction_index
  cross join lateral (
    select coalesce(max(s.log_index), -1) as start from logs s
    where s.block_number = o.block_number and s.transaction_index = o.transaction_index and s.log_index < o.log_index
      and s.address = l.address and s.topic0 = '\xbb47ee3e183a558b1a2ff0874b079f3fc5478b7454eacf2bfc5af2ff5878f972'
  ) own
) found
where u.block_number = found.block_number and u.transaction_index = found.transaction_index
  and u.log_index = found.log_index;
alter table user_operations validate constraint filled;
alter table user_operations
  alter column entry_point set not null,
  alter column bundler set not null,
  alter column bundle_index set not null,
  alter column operation_index set not null;
alter table user_operations drop constraint filled;

create index user_operations_entry_point on user_operations (entry_point, block_number, transaction_index, log_index);
create index user_operations_bundler on user_operations (bundler, block_number, transaction_index, log_index);
create index user_operations_bundle_index on user_operations (bundle_index, block_number, transaction_index, log_index);
create index user_operations_factory on user_operations (factory, block_number, transaction_index, log_index)
  where factory is not null;
-- the accounts that a factory deployed, and by which operation an account was
create index user_operations_deployed on user_operations (factory, sender) where factory is not null;
create index user_operations_creation on user_operations (sender, block_number, transaction_index, log_index)
  where factory is not null;
-- bundles: the first operation of each
create index user_operations_bundles on user_operations (block_number, transaction_index, log_index)
  where operation_index = 0;
create index user_operations_bundles_of_bundler
  on user_operations (bundler, block_number, transaction_index, log_index) where operation_index = 0;
create index user_operations_bundles_of_entry_point
  on user_operations (entry_point, block_number, transaction_index, log_index) where operation_index = 0;

-- The sums, with EntryPoint 0.9; a bundler takes part once more, as `bundle`, for each of its bundles.
update block_stats b set user_operations = u.operations
from (select block_number, count(*) as operations from user_operations group by 1) u
where u.block_number = b.block_number and b.user_operations <> u.operations;
delete from participations where role in ('wallet', 'bundler', 'paymaster', 'factory');
insert into participations
select role, address, day, times, lag(day) over (partition by role, address order by day)
from (
  select p.role, p.address, b.day, count(*) as times
  from user_operations u
  join block_stats b on b.block_number = u.block_number
  cross join lateral (
    values ('wallet', u.sender), ('bundler', u.bundler), ('paymaster', u.paymaster), ('factory', u.factory),
      ('bundle', case when u.operation_index = 0 then u.bundler end)
  ) p (role, address)
  where p.address is not null
  group by 1, 2, 3
) parts;
delete from period_counts where role in ('wallet', 'bundler', 'paymaster', 'factory');
insert into period_counts
select role, resolution, start, count(*), count(*) filter (where start - previous_day <= 60),
  count(*) filter (where start - previous_day <= 90), count(*) filter (where start - previous_day <= 120)
from participations
cross join lateral (values
  ('DAY', day), ('WEEK', date_trunc('week', day)::date), ('MONTH', date_trunc('month', day)::date),
  ('YEAR', date_trunc('year', day)::date)
) period (resolution, start)
where role in ('wallet', 'bundler', 'bundle', 'paymaster', 'factory')
  and (previous_day is null or previous_day < start)
group by role, resolution, start;
update daily_stats d set user_operations = b.user_operations, new_wallets = b.new_wallets
from (
  select s.day, sum(s.user_operations) as user_operations,
    (select count(*) from participations p where p.role = 'wallet' and p.previous_day is null and p.day = s.day)
      as new_wallets
  from block_stats s group by s.day
) b
where d.day = b.day and (d.user_operations <> b.user_operations or d.new_wallets <> b.new_wallets);
