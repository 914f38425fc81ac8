-- Statistics: user operations, more figures of a day, and who takes part in what, on which days.

-- One row a UserOperationEvent of a known EntryPoint; the log row has the rest.
create table user_operations (
  block_number bigint not null,
  transaction_index integer not null,
  log_index integer not null,
  sender bytea not null,
  -- null: the sender paid
  paymaster bytea,
  primary key (block_number, transaction_index, log_index)
);
insert into user_operations
select block_number, transaction_index, log_index, substring(topic2 from 13),
  nullif(substring(topic3 from 13), '\x0000000000000000000000000000000000000000')
from logs
where address in (
    '\x5ff137d4b0fdcd49dca30c7cf57e578a026d2789', '\x0000000071727de22e5e9d8baf0edac6f37da032',
    '\x4337084d9e255ff0702461cf8895ce9e3b5ff108'
  )
  and topic0 = '\x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
  and topic1 is not null
  and substring(topic2 for 12) = '\x000000000000000000000000' and length(topic2) = 32
  and substring(topic3 for 12) = '\x000000000000000000000000' and length(topic3) = 32
  and length(data) = 128
  -- success is a boolean
  and substring(data from 33 for 31) = decode(repeat('00', 31), 'hex') and get_byte(data, 63) <= 1;

-- What a block adds to its day, beside what it did before.
alter table block_stats
  drop column new_accounts,
  add column new_tokens bigint not null default 0,
  add column user_operations bigint not null default 0,
  -- transactions that the chain itself puts into a block: the L1 attributes of an OP stack, the start of an Arbitrum block
  add column op_stack_system_transactions bigint not null default 0,
  add column arbitrum_system_transactions bigint not null default 0,
  -- with at least one FHE operation
  add column fhe_transactions bigint not null default 0,
  -- of ERC-7984
  add column confidential_transfers bigint not null default 0;
update block_stats b set
  new_tokens = coalesce(k.new_tokens, 0),
  user_operations = coalesce(u.user_operations, 0),
  op_stack_system_transactions = coalesce(t.op_stack, 0),
  arbitrum_system_transactions = coalesce(t.arbitrum, 0),
  fhe_transactions = coalesce(t.fhe, 0),
  confidential_transfers = coalesce(c.transfers, 0)
from block_stats s
left join (select first_seen_block, count(*) as new_tokens from tokens group by 1) k
  on k.first_seen_block = s.block_number
left join (select block_number, count(*) as user_operations from user_operations group by 1) u
  on u.block_number = s.block_number
left join (
  select block_number,
    count(*) filter (where from_address = '\xdeaddeaddeaddeaddeaddeaddeaddeaddead0001'
      and to_address = '\x4200000000000000000000000000000000000015') as op_stack,
    count(*) filter (where type = 106) as arbitrum,
    count(*) filter (where fhe_operations_count > 0) as fhe
  from transactions group by 1
) t on t.block_number = s.block_number
left join (
  select block_number, count(*) as transfers from token_transfers where token_type = 'ERC-7984' group by 1
) c on c.block_number = s.block_number
where b.block_number = s.block_number
  and (k.new_tokens > 0 or u.user_operations > 0 or t.op_stack > 0 or t.arbitrum > 0 or t.fhe > 0 or c.transfers > 0);

-- Who did what on a day, how often, and on which day before that (null: never): distinct counts of days, weeks, months
-- and years, exact under reorganisations. Roles: sender of transactions; builder, who sent one that created a contract;
-- of user operations wallet (their sender), bundler (who sent the transaction) and paymaster.
create table participations (
  role text not null,
  address bytea not null,
  day date not null,
  times bigint not null,
  previous_day date,
  primary key (role, address, day)
);
insert into participations
select role, address, day, times, lag(day) over (partition by role, address order by day)
from (
  select 'sender' as role, address, day, transactions as times from daily_senders
  union all
  select 'builder', t.from_address, b.day, count(*)
  from addresses a
  join transactions t on t.block_number = a.created_block and t.index = a.created_transaction_index
  join block_stats b on b.block_number = t.block_number
  group by 2, 3
  union all
  select p.role, p.address, b.day, count(*)
  from user_operations u
  join transactions t on t.block_number = u.block_number and t.index = u.transaction_index
  join block_stats b on b.block_number = u.block_number
  cross join lateral (
    values ('wallet', u.sender), ('bundler', t.from_address), ('paymaster', u.paymaster)
  ) p (role, address)
  where p.address is not null
  group by 1, 2, 3
) parts;

-- How many took part in a period (DAY, WEEK from its Monday, MONTH, YEAR), and how many of them had also done so in
-- the 60, 90 and 120 days before it began.
create table period_counts (
  role text not null,
  resolution text not null,
  start date not null,
  active bigint not null,
  recurring_60 bigint not null,
  recurring_90 bigint not null,
  recurring_120 bigint not null,
  primary key (role, resolution, start)
);
insert into period_counts
select role, resolution, start, count(*), count(*) filter (where start - previous_day <= 60),
  count(*) filter (where start - previous_day <= 90), count(*) filter (where start - previous_day <= 120)
from participations
cross join lateral (values
  ('DAY', day), ('WEEK', date_trunc('week', day)::date), ('MONTH', date_trunc('month', day)::date),
  ('YEAR', date_trunc('year', day)::date)
) period (resolution, start)
where previous_day is null or previous_day < start
group by role, resolution, start;

alter table daily_stats
  drop column active_accounts,
  add column new_tokens bigint not null default 0,
  add column user_operations bigint not null default 0,
  add column op_stack_system_transactions bigint not null default 0,
  add column arbitrum_system_transactions bigint not null default 0,
  add column fhe_transactions bigint not null default 0,
  add column confidential_transfers bigint not null default 0,
  alter column new_accounts set default 0,
  -- who did it for the first time: as a sender (new_accounts), a builder, a wallet
  add column new_builders bigint not null default 0,
  add column new_wallets bigint not null default 0;
update daily_stats d set
  new_tokens = b.new_tokens,
  user_operations = b.user_operations,
  op_stack_system_transactions = b.op_stack_system_transactions,
  arbitrum_system_transactions = b.arbitrum_system_transactions,
  fhe_transactions = b.fhe_transactions,
  confidential_transfers = b.confidential_transfers,
  new_accounts = coalesce(p.new_accounts, 0),
  new_builders = coalesce(p.new_builders, 0),
  new_wallets = coalesce(p.new_wallets, 0)
from (
  select day, sum(new_tokens) as new_tokens, sum(user_operations) as user_operations,
    sum(op_stack_system_transactions) as op_stack_system_transactions,
    sum(arbitrum_system_transactions) as arbitrum_system_transactions,
    sum(fhe_transactions) as fhe_transactions, sum(confidential_transfers) as confidential_transfers
  from block_stats group by day
) b
left join (
  select day, count(*) filter (where role = 'sender') as new_accounts,
    count(*) filter (where role = 'builder') as new_builders, count(*) filter (where role = 'wallet') as new_wallets
  from participations where previous_day is null group by day
) p using (day)
where d.day = b.day;

drop table daily_senders, weekly_senders, weekly_stats;
