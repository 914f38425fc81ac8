-- What the consensus layer pays out, as blocks list it. Blocks that were indexed before have only their number of
-- withdrawals.
create table withdrawals (
  block_number bigint not null,
  -- place in the block's list
  position integer not null,
  index numeric not null,
  validator_index numeric not null,
  address bytea not null,
  -- wei
  amount numeric not null,
  primary key (block_number, position)
);
create index withdrawals_index on withdrawals (index);
create index withdrawals_address on withdrawals (address, index);
create index withdrawals_address_block on withdrawals (address, block_number);

-- All of them, added as blocks are written and taken off as they are orphaned; and where they begin in an index that
-- is older than this table, null in any other.
alter table indexer_state add column withdrawals_count bigint not null default 0;
alter table indexer_state add column withdrawals_sum numeric not null default 0;
alter table indexer_state add column withdrawals_since bigint;
update indexer_state set withdrawals_since = tip_number + 1;
