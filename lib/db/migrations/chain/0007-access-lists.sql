-- Access lists (EIP-7928) of the blocks whose header commits to one: every account and slot that the block accessed,
-- with the values after each transaction. Stored only with the header's hash; rlp and its counts are null where the
-- node did not give the list.
create table block_access_lists (
  block_number bigint primary key,
  -- as in the header: keccak256(rlp)
  hash bytea not null,
  rlp bytea,
  accounts integer,
  changed_slots integer,
  read_slots integer
);
create index block_access_lists_missing on block_access_lists (block_number) where rlp is null;

-- Coin balances in wei after the blocks that changed them, as their access lists have them.
create table coin_balances (
  address bytea not null,
  block_number bigint not null,
  balance numeric not null,
  primary key (address, block_number)
);
-- to remove blocks: heights are written in order
create index coin_balances_block on coin_balances using brin (block_number);
