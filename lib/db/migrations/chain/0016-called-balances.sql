-- What contracts answered to balanceOf, as the node told it at the height block_number: not proven by the blocks, and
-- never mixed with the sums of transfers in token_holders and token_instance_holders. A null value is still to be
-- asked for: its height was orphaned. They count only for tokens whose balances are called for.
create table token_balances (
  holder bytea not null,
  token_address bytea not null,
  value numeric,
  block_number bigint,
  primary key (holder, token_address)
);
create index token_balances_value on token_balances (token_address, value, holder) where value > 0;
create index token_balances_unasked on token_balances (token_address, holder) where value is null;
create index token_balances_block on token_balances (block_number);
create table token_instance_balances (
  holder bytea not null,
  token_address bytea not null,
  token_id numeric not null,
  value numeric,
  block_number bigint,
  primary key (holder, token_address, token_id)
);
create index token_instance_balances_value on token_instance_balances (token_address, token_id, value, holder)
  where value > 0;
create index token_instance_balances_unasked on token_instance_balances (token_address, holder) where value is null;
create index token_instance_balances_block on token_instance_balances (block_number);

-- How balances of a token are known, by a comparison of some sums with balanceOf at block_number. A token without a
-- row was not compared yet.
create table token_balance_checks (
  token_address bytea primary key,
  -- transfers: the sums agreed, and are of all transfers since the contract was created. calls: they did not, or are
  -- not, so that only what the contract answers is a balance. none: the contract answers no balances.
  balances_by text not null check (balances_by in ('transfers', 'calls', 'none')),
  block_number bigint not null,
  -- of the token, when it was compared; -1: to be compared again
  transfers_count bigint not null,
  -- calls: the parties of the transfers up to here have been asked about
  walked_block bigint not null default -1,
  walked_log integer not null default -1
);
create index token_balance_checks_block on token_balance_checks (block_number);
create index token_balance_checks_walked on token_balance_checks (walked_block) where walked_block >= 0;
