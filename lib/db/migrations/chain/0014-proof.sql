-- Blocks that were proven: from the header's hash to the last log. Disjoint, and never adjacent.
create table proven_ranges (
  from_block bigint primary key,
  to_block bigint not null,
  check (from_block <= to_block)
);

-- Whether blocks of this chain can be proven, and why not; unknown until its first blocks were tried.
alter table indexer_state
  add column proof_status text not null default 'unknown' check (proof_status in ('unknown', 'provable', 'unprovable')),
  add column unprovable_reason text;
