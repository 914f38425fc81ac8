-- Where the large tables are partitioned by height, no index over all of them tells a transaction by its hash: this does.
-- Two hashes may begin alike.
create table transaction_heights (
  -- the first 7 bytes of the hash
  prefix bytea not null,
  block_number bigint not null,
  primary key (prefix, block_number)
);
-- The height from which on it has all transactions; null: it has none.
alter table indexer_state add column heights_from bigint;
