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

-- Where an address is seen next, for a block that turns out to have other contents than were stored.
create index transactions_created on transactions (created_contract, block_number) where created_contract is not null;
create index transactions_fhe on transactions (to_address, block_number) where fhe_operations_count > 0;
create index transaction_authorizations_authority on transaction_authorizations (authority, block_number)
  where authority is not null;
create index fhe_operations_caller on fhe_operations (caller, block_number);
create index internal_transactions_created on internal_transactions (created_contract, block_number)
  where created_contract is not null;
