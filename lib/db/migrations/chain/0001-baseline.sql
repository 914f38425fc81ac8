-- One chain. Hashes and addresses are bytea; quantities are numeric without bounds, because a node may answer
-- anything; text that comes from the chain is bytea as received. Rows hold no wall-clock time unless a comment says so:
-- the same chain gives the same rows.

--------------------------------------------------------------------------------
-- State of the index
--------------------------------------------------------------------------------

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
  addresses_count bigint not null default 0,
  -- from which block on there are internal transactions; null: from the first
  internal_transactions_since bigint,
  withdrawals_count bigint not null default 0,
  withdrawals_sum numeric not null default 0,
  -- from which block on there are withdrawals; null: from the first
  withdrawals_since bigint,
  -- whether blocks of this chain can be proven, and why not; unknown until its first blocks were tried
  proof_status text not null default 'unknown' check (proof_status in ('unknown', 'provable', 'unprovable')),
  unprovable_reason text,
  -- the node's block 0, which identifies the chain where the index begins later; null where no node has it
  genesis_hash bytea,
  -- the highest block that was seen finalized on the chain that is indexed
  finalized_block bigint,
  -- which checks of the proof the chain's blocks do not pass, by names of lib/proof/prove-block.ts
  unprovable_checks text[] not null default '{}',
  -- the height from which on transaction_heights has all transactions; null: it has none
  heights_from bigint,
  -- address_counts.last_block tells nothing of blocks up to here
  last_blocks_since bigint not null default 0
);

-- How often an indexer has begun to lead this chain. Every write locks this row and checks its own term, so that what
-- an earlier leader still sends is refused.
create table leader (
  only_row boolean primary key default true check (only_row),
  term bigint not null
);
insert into leader (term) values (0);

-- The RPC endpoints in order of preference, as the indexer finds them. Names hold no URL; times in Unix ms.
create table rpc_endpoints (
  position integer primary key,
  -- for the operator's eyes
  host text not null,
  -- Until then it is asked only while all are benched.
  benched_until bigint,
  reason text,
  benches integer not null,
  failures integer not null,
  last_error text,
  last_answer_at bigint,
  -- what the operator calls it, to be shown to anyone
  name text
);

-- Blocks that were proven: from the header's hash to the last log. Disjoint, and never adjacent.
create table proven_ranges (
  from_block bigint primary key,
  to_block bigint not null,
  check (from_block <= to_block)
);

-- Blocks that were stored without traces, or without what a failed transaction returned, because the node refused
-- them for the moment: they are fetched again until it gives them. next_attempt is in Unix milliseconds.
create table trace_backlog (
  block_number bigint primary key,
  attempts integer not null default 0,
  next_attempt bigint not null
);
create index trace_backlog_next on trace_backlog (next_attempt);

--------------------------------------------------------------------------------
-- Blocks
--------------------------------------------------------------------------------

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
  priority_fee numeric,
  -- null without traces
  internal_transactions_count integer
);
-- Not unique, like transactions_hash: nothing that a node answers may make a write fail.
create index blocks_hash on blocks (hash);
create index blocks_timestamp on blocks (timestamp);
-- Which blocks an address produced: they are listed, and change its balance.
create index blocks_miner on blocks (miner, number);

-- What the consensus layer pays out, as blocks list it.
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

--------------------------------------------------------------------------------
-- Transactions
--------------------------------------------------------------------------------

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
  -- what they cost stands in fhe_operations
  fhe_operations_count integer not null,
  -- How many calls there are, also where only the first ones are stored; null without traces.
  internal_transactions_count integer,
  primary key (block_number, index)
);
create index transactions_hash on transactions (hash);
create index transactions_from on transactions (from_address, block_number, index);
create index transactions_to on transactions (to_address, block_number, index);
-- Transactions with blobs (EIP-4844) are listed by themselves.
create index transactions_blob on transactions (block_number, index) where type = 3;
-- Where an address is seen next, for a block that turns out to have other contents than were stored; see also
-- transaction_authorizations_authority, fhe_operations_caller and internal_transactions_created.
create index transactions_created on transactions (created_contract, block_number) where created_contract is not null;
create index transactions_fhe on transactions (to_address, block_number) where fhe_operations_count > 0;

-- Where the large tables are partitioned by height, no index over all of them tells a transaction by its hash: this does.
-- Two hashes may begin alike.
create table transaction_heights (
  -- the first 7 bytes of the hash
  prefix bytea not null,
  block_number bigint not null,
  primary key (prefix, block_number)
);

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
create index transaction_authorizations_authority on transaction_authorizations (authority, block_number)
  where authority is not null;

-- The calls inside transactions, where the node gives traces.
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
create index internal_transactions_created on internal_transactions (created_contract, block_number)
  where created_contract is not null;

--------------------------------------------------------------------------------
-- The mempool
--------------------------------------------------------------------------------

-- Transactions of the node's pool, which are in no block yet, and when those that were mined had been seen there. Both
-- follow from what a node said at some moment and not from the chain: the times are of our own clock, in Unix
-- milliseconds.
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

--------------------------------------------------------------------------------
-- Logs
--------------------------------------------------------------------------------

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
-- What an account has approved: its approval logs by spender and token, the last one of each first. Written for these
-- logs only, and removed with them, so that nothing has to be kept or taken back beside the logs themselves. In order:
-- Approval, ApprovalForAll, OperatorSet and Approval of ERC-6909, OperatorSet of ERC-7984.
create index logs_approvals on logs (
  topic1, topic2, address, topic0, (coalesce(topic3, '\x'::bytea)), block_number desc, log_index desc
)
where topic0 in (
    '\x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
    '\x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
    '\xceb576d9f15e4e200fdb5096d64d5dfd667e16def20c1eefd14256d8e3faa267',
    '\xb3fd5071835887567a0671151121894ddccc2842f1d10bedad13e0d17cace9a7',
    '\x921a218a75d18e8ec5704851e6b234a85725b21a2521ce889622c35dedc1fa12'
  )
  and octet_length(data) <= 32;

--------------------------------------------------------------------------------
-- Tokens
--------------------------------------------------------------------------------

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
create index tokens_search on tokens using gin (search_words);

-- As which standards a token has shown itself, and since when: a reorganisation takes a type back. The standards are a
-- table in the code (lib/evm/token-standards.ts): a new one changes nothing here.
create table token_types (
  token_address bytea not null,
  type text not null,
  first_seen_block bigint not null,
  primary key (token_address, type)
);
create index token_types_first_seen on token_types (first_seen_block);

-- One row a transfer event. ERC-20: amount. ERC-721: token_ids of one. ERC-1155: token_ids and amounts.
-- ERC-404: one of the two arrays is empty. ERC-7984: encrypted_amount, the handle of the moved amount.
create table token_transfers (
  block_number bigint not null,
  transaction_index integer not null,
  log_index integer not null,
  token_address bytea not null,
  token_type text not null,
  from_address bytea not null,
  to_address bytea not null,
  amount numeric,
  token_ids numeric[],
  amounts numeric[],
  encrypted_amount bytea,
  primary key (block_number, transaction_index, log_index)
);
create index token_transfers_token on token_transfers (token_address, block_number, log_index);
-- Lists can be limited to some of the standards: those of several are merged from one range of each.
create index token_transfers_type on token_transfers (token_type, block_number, log_index);
create index token_transfers_from on token_transfers (from_address, token_type, block_number, log_index);
create index token_transfers_to on token_transfers (to_address, token_type, block_number, log_index);

-- Balances by the transfers so far, exact for tokens that emit what they move; others may go below zero. 0 has no
-- row, and the zero address has none. By token: amounts, of ERC-721 how many; ERC-7984 has none.
create table token_holders (
  holder bytea not null,
  token_address bytea not null,
  value numeric not null,
  primary key (holder, token_address)
);
create index token_holders_value on token_holders (token_address, value, holder) where value > 0;

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
create table token_instance_holders (
  holder bytea not null,
  token_address bytea not null,
  token_id numeric not null,
  value numeric not null,
  primary key (holder, token_address, token_id)
);
create index token_instance_holders_value on token_instance_holders (token_address, token_id, value, holder)
  where value > 0;

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

-- The operator's token list: replaced whenever the indexer starts, except for the logos that it has.
create table listed_tokens (
  address bytea primary key,
  -- of the list
  list text not null,
  name text not null,
  symbol text not null,
  decimals integer not null,
  -- Where its logo is: a URL, or a path beside the list; null for none.
  logo_uri text,
  -- -infinity: the logo is to be read
  checked_at timestamptz not null default '-infinity',
  -- Whether the contract bears the name or symbol, and the decimals, of the list; null until it was asked.
  agrees boolean,
  -- PNG, JPEG, WebP or GIF, whose type is told by its first bytes; null for none
  logo bytea,
  logo_type text,
  -- changes with the logo
  logo_version text
);
create index listed_tokens_due on listed_tokens (checked_at) where logo_uri is not null;

-- The contracts that the operator named for prices in US dollars, by asset: a token, or the coin (no bytes).
create table price_feeds (
  asset bytea primary key,
  kind text not null check (kind in ('feed', 'pool')),
  contract bytea not null,
  -- Seconds after which its price counts no more.
  max_age bigint not null,
  -- What the feed calls itself; null until it told.
  description text
);

-- What the feeds told in the state after a block, as one endpoint answered: at one block an hour, and whenever a new price was seen.
create table prices (
  asset bytea not null,
  block_number bigint not null,
  -- Dollars for one whole coin or token; null: the contract gave no price.
  price numeric,
  -- When the price was set, in Unix seconds.
  updated_at bigint,
  primary key (asset, block_number)
);
create index prices_block_number on prices (block_number);

--------------------------------------------------------------------------------
-- Addresses and contracts
--------------------------------------------------------------------------------

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
  is_fhe boolean,
  -- What the code and the storage of a contract show it to be a proxy for, read from the node later: EIP-1167, 1822 and
  -- 1967, also by beacon. 'asked': the node is being asked; an upgrade that is indexed meanwhile makes it 'pending' again.
  proxy_status text not null default 'pending' check (proxy_status in ('pending', 'asked', 'read')),
  proxy_type text,
  implementation bytea,
  beacon bytea,
  -- A contract's runtime code, read with what it is a proxy for: its size, null while it is to be read, and its SHA-256,
  -- null without code.
  code_size integer,
  code_hash bytea
);
create index addresses_first_seen on addresses (first_seen_block);
create index addresses_fhe_pending on addresses (first_fhe_block) where first_fhe_block is not null and is_fhe is null;
create index addresses_created on addresses (created_block) where created_block is not null;
create index addresses_proxy_pending on addresses (first_seen_block)
  where is_contract and delegate is null and proxy_status <> 'read';
create index addresses_beacon on addresses (beacon) where beacon is not null;
create index addresses_code_unread on addresses (first_seen_block)
  where is_contract and delegate is null and code_size is null;
create index addresses_code_size on addresses (code_size, address) where code_size > 0;

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
  blocks bigint not null,
  -- Which partitions a list of an address is in ends with its last block: a bound, which a reorganization leaves as it
  -- is. Null: none since indexer_state.last_blocks_since.
  last_block bigint
) with (fillfactor = 80);

-- Names that the operator or an address book gives to addresses; replaced whenever the indexer starts.
create table address_labels (
  address bytea primary key,
  -- UTF-8
  name bytea not null,
  tags text[] not null default '{}',
  url text,
  -- 'operator', or the book that the label comes from
  source text not null
);

-- Primary names of addresses in ENS, as the node told them: of addresses that were active lately, or viewed.
create table ens_names (
  address bytea primary key,
  -- Normalized (ENSIP-15), and confirmed by the address that the name itself resolves to; null for none.
  name text,
  -- -infinity: to be looked up
  checked_at timestamptz not null
);
create index ens_names_name on ens_names (name text_pattern_ops) where name is not null;
create index ens_names_due on ens_names (address) where checked_at = '-infinity';

-- The interface of one contract: given by the operator with its address, or of verified sources. Text is as received,
-- bounded in size; JSON where it says so.
create table contract_interfaces (
  address bytea primary key,
  source text not null check (source in ('operator', 'verified')),
  name bytea,
  -- JSON, and its SHA-256
  abi bytea not null,
  abi_hash bytea not null,
  -- of verified sources only: whether the metadata fit too, when they were verified (Unix seconds)
  is_exact boolean,
  verified_at bigint,
  language bytea,
  compiler_version bytea,
  -- where the contract stands among the sources
  file_path bytea,
  -- JSON
  compiler_settings bytea,
  -- JSON, text by path; null when they are larger than what is kept
  sources bytea,
  -- Whose word a verification is: a service's, the compiler's that ran here, or the operator's artifact with all sources.
  verified_via text check (verified_via in ('sourcify', 'compiler', 'artifacts')),
  constructor_arguments bytea,
  -- JSON, addresses by qualified name
  libraries bytea,
  -- SHA-256 of the runtime code: all contracts of the same code share the verification
  code_hash bytea,
  -- Where a contract keeps its variables, as the compiler tells: JSON.
  storage_layout bytea,
  -- SHA-256 of the operator's artifact, whose sources stand below once for all contracts of it
  artifact bytea,
  check ((source = 'verified') = (verified_via is not null)),
  check ((verified_via is not distinct from 'artifacts') <= (artifact is not null))
);
-- Verified contracts are listed, the last verified first; -1 stands for an unknown time.
create index contract_interfaces_verified on contract_interfaces (coalesce(verified_at, -1), address)
  where source = 'verified';
create index contract_interfaces_language on contract_interfaces (language, coalesce(verified_at, -1), address)
  where source = 'verified';
-- Lists show the name of a verified contract of the same code too, the best match first.
create index contract_interfaces_twin on contract_interfaces (code_hash, is_exact desc, verified_at, address)
  where source = 'verified' and code_hash is not null;
create table artifact_sources (
  artifact bytea primary key,
  -- JSON
  compiler_settings bytea,
  -- JSON, text by path
  sources bytea,
  -- JSON
  storage_layout bytea
);

-- When a verification service was asked for a contract: not again before a while has passed.
create table interface_lookups (
  address bytea primary key,
  asked_at timestamptz not null,
  is_found boolean not null
);

--------------------------------------------------------------------------------
-- FHE
--------------------------------------------------------------------------------

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
create index fhe_operations_caller on fhe_operations (caller, block_number);
-- A handle is searched for by the operation that produced it; some are produced in many transactions.
create index fhe_operations_result on fhe_operations (result, block_number, transaction_index);

--------------------------------------------------------------------------------
-- User operations (ERC-4337)
--------------------------------------------------------------------------------

-- One row a UserOperationEvent of a known EntryPoint; the log row has the rest.
create table user_operations (
  block_number bigint not null,
  transaction_index integer not null,
  log_index integer not null,
  sender bytea not null,
  -- null: the sender paid
  paymaster bytea,
  hash bytea not null,
  -- which factory deployed the account; null: it existed before
  factory bytea,
  entry_point bytea not null,
  -- who sent the transaction
  bundler bytea not null,
  -- Which bundle of the transaction it is of, at which index. A bundle begins with BeforeExecution() of its EntryPoint.
  bundle_index integer not null,
  operation_index integer not null,
  primary key (block_number, transaction_index, log_index)
);
create index user_operations_hash on user_operations (hash, block_number, transaction_index, log_index);
create index user_operations_sender on user_operations (sender, block_number, transaction_index, log_index);
create index user_operations_paymaster on user_operations (paymaster, block_number, transaction_index, log_index)
  where paymaster is not null;
create index user_operations_entry_point on user_operations (entry_point, block_number, transaction_index, log_index);
create index user_operations_bundler on user_operations (bundler, block_number, transaction_index, log_index);
create index user_operations_bundle_index on user_operations (bundle_index, block_number, transaction_index, log_index);
create index user_operations_factory on user_operations (factory, block_number, transaction_index, log_index)
  where factory is not null;
-- the accounts that a factory deployed, and by which operation an account was
create index user_operations_deployed on user_operations (factory, sender) where factory is not null;
create index user_operations_creation on user_operations (sender, block_number, transaction_index, log_index)
  where factory is not null;
-- bundles: the first operation of each
create index user_operations_bundles on user_operations (block_number, transaction_index, log_index)
  where operation_index = 0;
create index user_operations_bundles_of_bundler
  on user_operations (bundler, block_number, transaction_index, log_index) where operation_index = 0;
create index user_operations_bundles_of_entry_point
  on user_operations (entry_point, block_number, transaction_index, log_index) where operation_index = 0;

--------------------------------------------------------------------------------
-- Statistics
--------------------------------------------------------------------------------

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
  new_contracts bigint not null,
  gas_used numeric not null,
  gas_limit numeric not null,
  block_size numeric not null,
  -- wei: sum of the price per gas and of the fee over the transactions
  gas_price_sum numeric not null,
  fee_sum numeric not null,
  authorizations bigint not null,
  fhe_operations bigint not null,
  hcu numeric not null,
  new_tokens bigint not null default 0,
  user_operations bigint not null default 0,
  -- transactions that the chain itself puts into a block: the L1 attributes of an OP stack, the start of an Arbitrum block
  op_stack_system_transactions bigint not null default 0,
  arbitrum_system_transactions bigint not null default 0,
  -- with at least one FHE operation
  fhe_transactions bigint not null default 0,
  -- of ERC-7984
  confidential_transfers bigint not null default 0
);
create table daily_stats (
  day date primary key,
  blocks bigint not null,
  transactions bigint not null,
  successful_transactions bigint not null,
  native_coin_transfers bigint not null,
  new_accounts bigint not null default 0,
  new_contracts bigint not null,
  gas_used numeric not null,
  gas_limit numeric not null,
  block_size numeric not null,
  gas_price_sum numeric not null,
  fee_sum numeric not null,
  authorizations bigint not null,
  fhe_operations bigint not null,
  hcu numeric not null,
  new_tokens bigint not null default 0,
  user_operations bigint not null default 0,
  op_stack_system_transactions bigint not null default 0,
  arbitrum_system_transactions bigint not null default 0,
  fhe_transactions bigint not null default 0,
  confidential_transfers bigint not null default 0,
  -- who did it for the first time: as a sender (new_accounts), a builder, a wallet
  new_builders bigint not null default 0,
  new_wallets bigint not null default 0
);

-- Who did what on a day, how often, and on which day before that (null: never): distinct counts of days, weeks, months
-- and years, exact under reorganisations. Roles: sender of transactions; builder, who sent one that created a contract;
-- of user operations wallet (their sender), bundler (who sent the transaction; once more as `bundle` for each bundle),
-- paymaster, and factory (once for each account that it deployed).
create table participations (
  role text not null,
  address bytea not null,
  day date not null,
  times bigint not null,
  previous_day date,
  primary key (role, address, day)
);

-- How many took part in a period (DAY, WEEK from its Monday, MONTH, YEAR), and how many of them had also done so in
-- the 60, 90 and 120 days before it began.
create table period_counts (
  role text not null,
  resolution text not null,
  start date not null,
  active bigint not null,
  recurring_60 bigint not null,
  recurring_90 bigint not null,
  recurring_120 bigint not null,
  primary key (role, resolution, start)
);
