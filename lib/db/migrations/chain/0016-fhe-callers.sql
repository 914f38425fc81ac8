-- Who called for FHE operations on which day: a further role in `participations`, fhe_caller. From here on the indexer adds
-- and removes them with their blocks; this is for the blocks that are stored already.
insert into participations (role, address, day, times, previous_day)
select 'fhe_caller', caller, day, times, lag(day) over (partition by caller order by day)
from (
  select o.caller, b.day, count(*) as times
  from fhe_operations o join block_stats b on b.block_number = o.block_number
  where o.caller is not null
  group by 1, 2
) called;

insert into period_counts (role, resolution, start, active, recurring_60, recurring_90, recurring_120)
select p.role, period.resolution, period.start, count(*),
  count(*) filter (where period.start - p.previous_day <= 60),
  count(*) filter (where period.start - p.previous_day <= 90),
  count(*) filter (where period.start - p.previous_day <= 120)
from participations p cross join lateral (values
  ('DAY', p.day), ('WEEK', date_trunc('week', p.day)::date), ('MONTH', date_trunc('month', p.day)::date),
  ('YEAR', date_trunc('year', p.day)::date)
) period (resolution, start)
where p.role = 'fhe_caller' and (p.previous_day is null or p.previous_day < period.start)
group by 1, 2, 3;
