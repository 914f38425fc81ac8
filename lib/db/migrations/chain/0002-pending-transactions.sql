-- Transactions of the node's pool, which are in no block yet, and when those that were mined had been seen there. Both
-- follow from what a node said at some moment and not from the chain: these tables alone hold times of our own clock,
-- in Unix milliseconds.
create table pending_transactions (
  hash bytea primary key,
  type integer not null,
  from_address bytea not null,
  to_address bytea,
  nonce numeric not null,
  value numeric not null,
  input bytea not null,
  gas_limit numeric not null,
  gas_price numeric,
  max_fee_per_gas numeric,
  max_priority_fee_per_gas numeric,
  max_fee_per_blob_gas numeric,
  blob_versioned_hashes bytea[],
  first_seen bigint not null,
  -- when the last look began that did not find it: it was not there for longer
  looked_before bigint not null,
  -- when the node was last known to have it
  last_seen bigint not null,
  -- when it was found to have left without being mined; null while it waits
  left_at bigint,
  -- the mined transaction that took its nonce, and the height of its block
  replaced_by bytea,
  replaced_in bigint
);
create index pending_transactions_first_seen on pending_transactions (first_seen, hash) where left_at is null;
create index pending_transactions_last_seen on pending_transactions (last_seen) where left_at is null;
create index pending_transactions_left on pending_transactions (left_at) where left_at is not null;
create index pending_transactions_nonce on pending_transactions (from_address, nonce);
create index pending_transactions_from on pending_transactions (from_address, first_seen, hash) where left_at is null;
create index pending_transactions_to on pending_transactions (to_address, first_seen, hash) where left_at is null;

-- EIP-7702 authorizations of pending transactions, as those of mined ones.
create table pending_authorizations (
  hash bytea not null references pending_transactions on delete cascade,
  index integer not null,
  chain_id numeric not null,
  address bytea not null,
  nonce numeric not null,
  y_parity numeric not null,
  r numeric not null,
  s numeric not null,
  authority bytea,
  primary key (hash, index)
);

-- Mined transactions that had been seen in the pool.
create table transaction_sightings (
  block_number bigint not null,
  transaction_index integer not null,
  first_seen bigint not null,
  looked_before bigint not null,
  primary key (block_number, transaction_index)
);

-- One row: how the node shows its pool ('none' when it does not), and when it was last looked at.
create table node_pool (
  only_row boolean primary key default true check (only_row),
  source text not null check (source in ('content', 'filter', 'block', 'none')),
  looked_at bigint not null
);
