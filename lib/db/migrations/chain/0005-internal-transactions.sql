-- The calls inside transactions, where the node gives traces. Blocks that were indexed before have none: their
-- counts are null, which says so.
create table internal_transactions (
  block_number bigint not null,
  transaction_index integer not null,
  -- place in the order of execution; 0 is the transaction itself, which has a row only when it creates a contract
  index integer not null,
  -- how many calls enclose it
  depth integer not null,
  type text not null,
  from_address bytea not null,
  -- null for a creation
  to_address bytea,
  created_contract bytea,
  -- wei that it moves; 0 where a call only carries its caller's value
  value numeric not null,
  gas_limit numeric,
  gas_used numeric,
  -- cut to 512 bytes; input_size is the whole length
  input bytea not null,
  input_size integer not null,
  -- what a failed call returned, cut alike
  output bytea,
  error bytea,
  -- it failed, or a call around it did
  is_undone boolean not null,
  primary key (block_number, transaction_index, index)
);
create index internal_transactions_from
  on internal_transactions (from_address, block_number, transaction_index, index);
create index internal_transactions_to
  on internal_transactions (coalesce(to_address, created_contract), block_number, transaction_index, index);

-- Where calls begin in an index that is older than this table; null in any other.
alter table indexer_state add column internal_transactions_since bigint;
update indexer_state set internal_transactions_since = tip_number + 1;

-- How many calls there are, also where only the first ones are stored; null without traces.
alter table transactions add column internal_transactions_count integer;
alter table blocks add column internal_transactions_count integer;
