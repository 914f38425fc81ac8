-- Schema "gateway": what belongs to the service and not to one chain.
--
-- "if not exists": a schema of before this file keeps what cannot be had again, the keys, their usage and imported names.
-- It has the first of these tables, or all but the last.

-- The chains this database holds. position orders them: the lowest served one is the default chain.
create table if not exists chains (
  chain_id bigint primary key,
  name text not null,
  symbol text not null,
  position integer not null,
  -- the height that the index begins at, and the hash it found there: tells this chain from another with its id
  first_block bigint not null,
  first_block_hash bytea,
  is_demo boolean not null default false,
  is_served boolean not null default true,
  fhe_executor bytea
);

-- Keys of the API. Only the SHA-256 of a key is kept.
create table if not exists api_keys (
  key_hash bytea primary key,
  name text not null,
  plan text not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
-- A name stands for one key; it is free again when that key is revoked.
create unique index if not exists api_keys_name on api_keys (name) where revoked_at is null;

-- What keys have used. Every api process adds its charges several times a second (lib/api/gate/usage-query.ts); the room
-- left in each page keeps those updates from growing the indexes. Days are UTC.

-- Answered calls and their credits by operation: for the operator.
create table if not exists key_usage (
  day date not null,
  key_hash bytea not null,
  endpoint_id text not null,
  calls bigint not null,
  credits bigint not null,
  primary key (day, key_hash, endpoint_id)
) with (fillfactor = 70);

-- The same credits without the operation: what the gate counts by.
create table if not exists key_credits (
  key_hash bytea not null,
  day date not null,
  credits bigint not null,
  primary key (key_hash, day)
) with (fillfactor = 70);

-- The last batch of charges that each process has stored: one that is sent again is not added again.
create table if not exists key_usage_writers (
  writer_id uuid primary key,
  batch bigint not null,
  stored_at timestamptz not null default now()
);

-- Names of functions, events and errors: those that the programs ship (lib/db/signatures.txt.gz), imported by the
-- operator (npm run signatures), or fetched from SIGNATURES_URL.
create table if not exists signatures (
  -- the selector of a function or error (4 bytes), or the topic of an event (32)
  key bytea not null,
  -- Name and types, without names of parameters: transfer(address,uint256). Of those that are shipped the whole
  -- declaration: event Moved(address indexed to, uint256 value).
  signature text not null,
  -- 0: shipped, 1: imported, 2: fetched
  source smallint not null,
  primary key (key, signature)
);
-- of several shipped declarations of one key, the likeliest first
alter table signatures add column if not exists rank smallint not null default 0;

-- The SHA-256 of the file that is loaded.
create table if not exists shipped_signatures (checksum text not null);

-- When SIGNATURES_URL last answered about a key, also where it knew no name.
create table if not exists signature_lookups (
  key bytea primary key,
  looked_up_at timestamptz not null default now()
);
create index if not exists signature_lookups_by_time on signature_lookups (looked_up_at);

-- Verifications by the compiler that ran here, of chains whose index was deleted: columns of contract_interfaces. A new
-- index takes over those of contracts that have the same code (lib/db/verifications.ts).
create table if not exists kept_verifications (
  chain_id bigint not null,
  address bytea not null,
  name bytea not null,
  abi bytea not null,
  abi_hash bytea not null,
  is_exact boolean not null,
  verified_at bigint not null,
  language bytea not null,
  compiler_version bytea not null,
  file_path bytea not null,
  compiler_settings bytea not null,
  sources bytea not null,
  constructor_arguments bytea,
  libraries bytea not null,
  storage_layout bytea,
  code_hash bytea not null,
  primary key (chain_id, address)
);
