-- Which ACL made handles decryptable by anyone, how often and on which day: a further role in `participations`, fhe_opener, a
-- log once. Any contract can log the same, so all emitters are kept: who reads counts those of the deployments. From here on
-- the indexer adds and removes them with their blocks; this is for the blocks that are stored already, also where their
-- handles are not indexed yet.
insert into participations (role, address, day, times, previous_day)
select 'fhe_opener', address, day, times, lag(day) over (partition by address order by day)
from (
  select o.address, b.day, count(*) as times
  from (
    select emitter as address, block_number, log_index from fhe_handle_logs where kind = 'AllowedForDecryption'
    union
    select l.address, l.block_number, l.log_index from logs l join indexer_state s on l.block_number < s.fhe_handles_below
    where l.topic0 = '\xd913ac93a959116526793ef772233273d5249597d33cddfdc34f29920541fd0a' and l.topic1 is not null
      and l.topic2 is null
  ) o join block_stats b on b.block_number = o.block_number
  group by 1, 2
) opened;

insert into period_counts (role, resolution, start, active, recurring_60, recurring_90, recurring_120)
select p.role, period.resolution, period.start, count(*),
  count(*) filter (where period.start - p.previous_day <= 60),
  count(*) filter (where period.start - p.previous_day <= 90),
  count(*) filter (where period.start - p.previous_day <= 120)
from participations p cross join lateral (values
  ('DAY', p.day), ('WEEK', date_trunc('week', p.day)::date), ('MONTH', date_trunc('month', p.day)::date),
  ('YEAR', date_trunc('year', p.day)::date)
) period (resolution, start)
where p.role = 'fhe_opener' and (p.previous_day is null or p.previous_day < period.start)
group by 1, 2, 3;
