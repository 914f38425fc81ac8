-- Which partitions a list of an address is in ends with its last block: a bound, which a reorganization leaves as it is.
-- Null: none since last_blocks_since.
alter table address_counts add column last_block bigint;
alter table indexer_state add column last_blocks_since bigint not null default 0;
update indexer_state set last_blocks_since = coalesce(tip_number, 0);
