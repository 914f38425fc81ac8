-- Blocks that were stored without traces, or without what a failed transaction returned, because the node refused
-- them for the moment: they are fetched again until it gives them. next_attempt is in Unix milliseconds.
create table trace_backlog (
  block_number bigint primary key,
  attempts integer not null default 0,
  next_attempt bigint not null
);
create index trace_backlog_next on trace_backlog (next_attempt);

-- Earlier versions took such a refusal for the last word.
insert into trace_backlog (block_number, next_attempt)
select b.number, 0 from blocks b
where (select has_traces from indexer_state) and b.internal_transactions_count is null and b.transactions_count > 0
  and b.number >= coalesce((select internal_transactions_since from indexer_state), 0);
update tokens set metadata_status = 'pending' where metadata_status = 'failed';
update addresses set is_fhe = null where first_fhe_block is not null and not is_fhe;
