-- One chain. Hashes and addresses are bytea; quantities are numeric without bounds, because a node may answer
-- anything; text that comes from the chain is bytea as received. Rows hold no wall-clock time: the same chain
-- gives the same rows.

-- One row: the block the index has reached, and what the node said last.
create table indexer_state (
  only_row boolean primary key default true check (only_row),
  first_block bigint not null,
  tip_number bigint,
  tip_hash bytea,
  remote_head bigint,
  -- where indexing ends; null: it follows the head
  end_block bigint,
  has_traces boolean,
  blocks_count bigint not null default 0,
  transactions_count bigint not null default 0,
  addresses_count bigint not null default 0
);

create table blocks (
  number bigint primary key,
  hash bytea not null,
  parent_hash bytea not null,
  -- Unix seconds, held between 0 and the end of the year 9999
  timestamp bigint not null,
  miner bytea not null,
  gas_limit numeric not null,
  gas_used numeric not null,
  base_fee_per_gas numeric,
  size numeric,
  difficulty numeric,
  total_difficulty numeric,
  nonce bytea,
  extra_data bytea not null,
  state_root bytea,
  transactions_root bytea,
  receipts_root bytea,
  uncles bytea[] not null,
  withdrawals_count integer,
  blob_gas_used numeric,
  excess_blob_gas numeric,
  transactions_count integer not null,
  token_transfers_count integer not null,
  fhe_operations_count integer not null,
  total_hcu numeric not null,
  -- sums over the block's transactions, wei
  transaction_fees numeric not null,
  burnt_fees numeric,
  priority_fee numeric
);
-- Not unique, like transactions_hash: nothing that a node answers may make a write fail.
create index blocks_hash on blocks (hash);
create index blocks_timestamp on blocks (timestamp);

create table transactions (
  block_number bigint not null,
  index integer not null,
  hash bytea not null,
  -- EIP-2718; other chains use their own numbers
  type integer not null,
  from_address bytea not null,
  to_address bytea,
  created_contract bytea,
  nonce numeric not null,
  value numeric not null,
  input bytea not null,
  gas_limit numeric not null,
  gas_price numeric,
  max_fee_per_gas numeric,
  max_priority_fee_per_gas numeric,
  max_fee_per_blob_gas numeric,
  blob_versioned_hashes bytea[],
  -- from the receipt
  status smallint,
  gas_used numeric,
  cumulative_gas_used numeric,
  effective_gas_price numeric,
  blob_gas_used numeric,
  blob_gas_price numeric,
  l1_fee numeric,
  operator_fee numeric,
  -- from the traces, or from a replay: the node's error text and the output of the reverted call
  error bytea,
  revert_output bytea,
  revert_source text check (revert_source in ('trace', 'replay')),
  has_error_in_internal_transactions boolean,
  logs_count integer not null,
  token_transfers_count integer not null,
  fhe_operations_count integer not null,
  total_hcu numeric not null,
  primary key (block_number, index)
);
create index transactions_hash on transactions (hash);
create index transactions_from on transactions (from_address, block_number, index);
create index transactions_to on transactions (to_address, block_number, index);

-- EIP-7702 authorizations, in the order of the transaction's list.
create table transaction_authorizations (
  block_number bigint not null,
  transaction_index integer not null,
  index integer not null,
  chain_id numeric not null,
  address bytea not null,
  nonce numeric not null,
  y_parity numeric not null,
  r numeric not null,
  s numeric not null,
  -- who signed; null when the signature does not recover
  authority bytea,
  primary key (block_number, transaction_index, index)
);

create table logs (
  block_number bigint not null,
  transaction_index integer not null,
  log_index integer not null,
  address bytea not null,
  topic0 bytea,
  topic1 bytea,
  topic2 bytea,
  topic3 bytea,
  data bytea not null,
  primary key (block_number, transaction_index, log_index)
);
create index logs_address on logs (address, block_number, log_index);

-- One row a transfer event. ERC-20: amount. ERC-721: token_ids of one. ERC-1155: token_ids and amounts.
-- ERC-404: one of the two arrays is empty. ERC-7984: encrypted_amount, the handle of the moved amount.
create table token_transfers (
  block_number bigint not null,
  transaction_index integer not null,
  log_index integer not null,
  token_address bytea not null,
  token_type text not null check (token_type in ('ERC-20', 'ERC-721', 'ERC-1155', 'ERC-404', 'ERC-7984')),
  from_address bytea not null,
  to_address bytea not null,
  amount numeric,
  token_ids numeric[],
  amounts numeric[],
  encrypted_amount bytea,
  primary key (block_number, transaction_index, log_index)
);
create index token_transfers_token on token_transfers (token_address, block_number, log_index);
-- Lists can be limited to some of the five standards: those of several are merged from one range of each.
create index token_transfers_type on token_transfers (token_type, block_number, log_index);
create index token_transfers_from on token_transfers (from_address, token_type, block_number, log_index);
create index token_transfers_to on token_transfers (to_address, token_type, block_number, log_index);

-- Which transfer rows moved an instance, and how many they are. A batch that names an id twice counts once.
create table token_instance_transfers (
  token_address bytea not null,
  token_id numeric not null,
  block_number bigint not null,
  log_index integer not null,
  primary key (token_address, token_id, block_number, log_index)
);
create index token_instance_transfers_block on token_instance_transfers (block_number);
create table token_instances (
  token_address bytea not null,
  token_id numeric not null,
  transfers_count bigint not null,
  -- the receiver of the last transfer when that was one of an ERC-721 or ERC-404
  owner bytea,
  metadata_status text not null default 'pending' check (metadata_status in ('pending', 'fetched', 'failed')),
  primary key (token_address, token_id)
);
create index token_instances_pending on token_instances (token_address, token_id) where metadata_status = 'pending';
-- What the contract says of an instance, fetched later and bounded: the metadata itself (JSON, if it keeps its word),
-- or else where it is.
create table token_instance_metadata (
  token_address bytea not null,
  token_id numeric not null,
  uri bytea,
  metadata bytea,
  primary key (token_address, token_id)
);

create table tokens (
  address bytea primary key,
  -- the highest of token_types
  type text not null,
  first_seen_block bigint not null,
  transfers_count bigint not null,
  -- addresses with a positive balance; always 0 for ERC-7984, whose balances nobody can read
  holders_count bigint not null default 0,
  -- from the contract itself, fetched later; as received, cut to a bounded length
  metadata_status text not null default 'pending' check (metadata_status in ('pending', 'fetched', 'failed')),
  name bytea,
  symbol bytea,
  decimals numeric,
  total_supply numeric,
  -- a mint or burn was indexed since total_supply was asked for
  is_supply_stale boolean not null default false,
  -- name and symbol, cleaned and cut, for the search
  search_text text,
  -- its words; punctuation only separates them (the parser would take '<x>' for a tag and drop it)
  search_words tsvector generated always as (
    to_tsvector('simple', translate(search_text, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)))
  ) stored
);
create index tokens_pending on tokens (first_seen_block) where metadata_status = 'pending';
create index tokens_stale on tokens (address) where is_supply_stale;
create index tokens_rank on tokens (type, holders_count, address);
create index tokens_first_seen on tokens (first_seen_block);

-- As which standards a token has shown itself, and since when: a reorganisation takes a type back.
create table token_types (
  token_address bytea not null,
  type text not null,
  first_seen_block bigint not null,
  primary key (token_address, type)
);
create index token_types_first_seen on token_types (first_seen_block);
create index tokens_search on tokens using gin (search_words);

create table addresses (
  address bytea primary key,
  -- it was created by a transaction, or had code when it was last asked for
  is_contract boolean not null,
  -- EIP-7702: the code the account delegates to
  delegate bytea,
  first_seen_block bigint not null,
  -- the first transaction it sent
  first_sent_block bigint,
  -- the transaction that created the contract
  created_block bigint,
  created_transaction_index integer,
  -- the first FHE operation it asked for, or of a transaction sent to it
  first_fhe_block bigint,
  -- whether confidentialProtocolId() answers: null until asked
  is_fhe boolean
);
create index addresses_first_seen on addresses (first_seen_block);
create index addresses_fhe_pending on addresses (first_fhe_block) where first_fhe_block is not null and is_fhe is null;
create index addresses_created on addresses (created_block) where created_block is not null;

-- Figures of an address, added as blocks are written and taken off as they are orphaned: nothing is counted when it is
-- asked for. What an address does to itself counts once.
create table address_counts (
  address bytea primary key,
  -- sent, received, or created by
  transactions bigint not null,
  -- gas used by the transactions it sent and by those it received
  gas_sent numeric not null,
  gas_received numeric not null,
  token_transfers bigint not null,
  -- produced
  blocks bigint not null
) with (fillfactor = 80);

-- Balances by the transfers so far, exact for tokens that emit what they move; others may go below zero. 0 has no
-- row, and the zero address has none. By token: amounts, of ERC-721 how many; ERC-7984 has none.
create table token_holders (
  holder bytea not null,
  token_address bytea not null,
  value numeric not null,
  primary key (holder, token_address)
);
create index token_holders_value on token_holders (token_address, value, holder) where value > 0;
create table token_instance_holders (
  holder bytea not null,
  token_address bytea not null,
  token_id numeric not null,
  value numeric not null,
  primary key (holder, token_address, token_id)
);
create index token_instance_holders_value on token_instance_holders (token_address, token_id, value, holder)
  where value > 0;

-- One row an operation event of the FHEVMExecutor. operands holds the handles (or the scalar word) in the order
-- of the event; lib/fhe/events.ts names them.
create table fhe_operations (
  block_number bigint not null,
  transaction_index integer not null,
  log_index integer not null,
  caller bytea,
  operation text not null,
  fhe_type text not null,
  is_scalar boolean not null,
  operands bytea[] not null,
  plaintext numeric,
  result bytea not null,
  hcu_cost bigint not null,
  hcu_depth bigint not null,
  primary key (block_number, transaction_index, log_index)
);

-- What one block adds to each additive daily figure. daily_stats is the sum of these rows by day: added when a
-- block is written, taken off when it is orphaned. Blocks of 1970-01-01 (timestamp 0) have no row.
create table block_stats (
  block_number bigint primary key,
  day date not null,
  blocks bigint not null,
  transactions bigint not null,
  successful_transactions bigint not null,
  -- empty input
  native_coin_transfers bigint not null,
  new_accounts bigint not null,
  new_contracts bigint not null,
  gas_used numeric not null,
  gas_limit numeric not null,
  block_size numeric not null,
  -- wei: sum of the price per gas and of the fee over the transactions
  gas_price_sum numeric not null,
  fee_sum numeric not null,
  authorizations bigint not null,
  fhe_operations bigint not null,
  hcu numeric not null
);
create table daily_stats (
  day date primary key,
  blocks bigint not null,
  transactions bigint not null,
  successful_transactions bigint not null,
  native_coin_transfers bigint not null,
  new_accounts bigint not null,
  new_contracts bigint not null,
  gas_used numeric not null,
  gas_limit numeric not null,
  block_size numeric not null,
  gas_price_sum numeric not null,
  fee_sum numeric not null,
  authorizations bigint not null,
  fhe_operations bigint not null,
  hcu numeric not null,
  active_accounts bigint not null default 0
);

-- Who sent how many transactions on a day, and in a week (its Monday): distinct senders, exact under
-- reorganisations. weekly_stats holds the weekly count.
create table daily_senders (
  day date not null,
  address bytea not null,
  transactions bigint not null,
  primary key (day, address)
);
create table weekly_senders (
  week date not null,
  address bytea not null,
  transactions bigint not null,
  primary key (week, address)
);
create table weekly_stats (
  week date primary key,
  active_accounts bigint not null
);
