-- What no block proves (traces, codes, what contracts answer about themselves) carries its source: the RPC endpoints
-- that answered, by name, and the height of the node when it was asked, as far as that was known. Null for what was
-- stored before this migration, or follows from blocks.
create table answer_sources (
  id integer generated always as identity primary key,
  -- Sorted; more than one where several answers make up what is stored. They stay when the endpoints change.
  hosts text[] not null unique
);

-- Of its internal transactions, and of errors and revert outputs of its transactions.
alter table blocks add column traces_source integer;

-- Of is_contract and delegate, unless they follow from the creation; of proxy_type, implementation and beacon.
alter table addresses
  add column code_source integer,
  add column code_block bigint,
  add column proxy_source integer,
  add column proxy_block bigint;

-- Of name, symbol and decimals; of total_supply, which is asked for again.
alter table tokens
  add column metadata_source integer,
  add column metadata_block bigint,
  add column supply_source integer,
  add column supply_block bigint;

alter table token_instance_metadata
  add column source integer,
  add column block_number bigint;
