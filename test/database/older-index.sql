-- A database of before the baselines: all tables of `gateway`, and those of a chain that this needs, as the migrations of
-- that time made them, with rows.
create schema gateway;
set search_path = gateway;
create table migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now());
create table chains (
  chain_id bigint primary key, name text not null, symbol text not null, position integer not null,
  first_block bigint not null, first_block_hash bytea, is_demo boolean not null default false,
  is_served boolean not null default true, fhe_executor bytea
);
create table api_keys (
  key_hash bytea primary key, name text not null, plan text not null, created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create unique index api_keys_name on api_keys (name) where revoked_at is null;
create table key_usage (
  day date not null, key_hash bytea not null, endpoint_id text not null, calls bigint not null, credits bigint not null,
  primary key (day, key_hash, endpoint_id)
) with (fillfactor = 70);
create table key_credits (
  key_hash bytea not null, day date not null, credits bigint not null, primary key (key_hash, day)
) with (fillfactor = 70);
create table key_usage_writers (
  writer_id uuid primary key, batch bigint not null, stored_at timestamptz not null default now()
);
create table signatures (
  key bytea not null, signature text not null, source smallint not null, primary key (key, signature)
);
create table signature_lookups (key bytea primary key, looked_up_at timestamptz not null default now());
create index signature_lookups_by_time on signature_lookups (looked_up_at);

insert into migrations (name, checksum) values
  ('0001-initial.sql', 'cf2807029f2ed66abab2f5991cdc395423a7a69504760cab573e324042f4f98c'),
  ('0002-key-usage.sql', '268ed7933bf8703b8137c4f181168030caa4493c20e2b48fe1bd34eec14702e0'),
  ('0003-signatures.sql', '08e9d3e0cd51087128ebbcb94699b280b5a7e6a10be1b5bfae9fa9733eeeb1fe');
insert into chains values (31337, 'Local', 'ETH', 0, 0, null, false, true, null);
insert into api_keys values
  ('\x01', 'acme', 'builder', '2026-11-20 12:00Z', null), ('\x02', 'gone', 'free', '2026-11-20 12:00Z', '2026-11-21 12:00Z');
insert into key_usage values ('2026-11-20', '\x01', 'getBlock', 5, 25);
insert into key_credits values ('\x01', '2026-11-20', 25);
insert into key_usage_writers values ('00000000-0000-4000-8000-000000000001', 7, '2026-11-20 12:00Z');
insert into signatures values ('\xa9059cbb', 'transfer(address,uint256)', 1), ('\x12345678', 'guessed()', 2);
insert into signature_lookups values ('\x12345678', '2026-11-20 12:00Z');

create schema chain_31337;
set search_path = chain_31337;
create table migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now());
create table indexer_state (
  only_row boolean primary key default true check (only_row), first_block bigint not null, tip_number bigint, tip_hash bytea
);
create table contract_interfaces (
  address bytea primary key, source text not null check (source in ('operator', 'verified')), name bytea,
  abi bytea not null, abi_hash bytea not null, is_exact boolean, verified_at bigint, language bytea,
  compiler_version bytea, file_path bytea, compiler_settings bytea, sources bytea,
  verified_via text check (verified_via in ('sourcify', 'compiler', 'artifacts')), constructor_arguments bytea,
  libraries bytea, code_hash bytea, storage_layout bytea, artifact bytea
);
create index contract_interfaces_twin on contract_interfaces (code_hash, is_exact desc, verified_at, address)
  where source = 'verified' and code_hash is not null;

insert into migrations (name, checksum) values
  ('0001-initial.sql', 'b3b7580b9212cad9f5773c1cfd63e685e34d77d43f071c1f02e26071aaaf3b3c'),
  ('0003-contracts.sql', 'c9f0868fa51af4e98b1d058dac658e7b3ebf2f4f49a85d2d3f91bb0b6c981767'),
  ('0025-verified-sources.sql', 'f2644e980baf536b2c89c562d358eca9ee046c7dca6e43ce0c9f1e0ca6c1b23e');
insert into indexer_state (first_block, tip_number, tip_hash) values (0, 3, '\x33');
-- verified here: c1, whose code the test deploys again, and c2, where it deploys another; c3 is of ABI_DIR, c4 of Sourcify
insert into contract_interfaces (
  address, source, name, abi, abi_hash, is_exact, verified_at, language, compiler_version, file_path, compiler_settings,
  sources, verified_via, constructor_arguments, libraries, code_hash, storage_layout
) values (
  '\x00000000000000000000000000000000000000c1', 'verified', 'Same', '[]', sha256('[]'), true, 1763600000, 'Solidity',
  'v0.8.30', 'Same.sol', '{"optimizer":{}}', '{"Same.sol":"contract Same {}"}', 'compiler', '\x2a', '{}',
  sha256('\x60203560003560006000a200'), '{}'
), (
  '\x00000000000000000000000000000000000000c2', 'verified', 'Other', '[]', sha256('[]'), false, 1763600000, 'Solidity',
  'v0.8.30', 'Other.sol', '{}', '{"Other.sol":"contract Other {}"}', 'compiler', null, '{}', sha256('\x00'), null
), (
  '\x00000000000000000000000000000000000000c3', 'operator', 'Named', '[]', sha256('[]'), null, null, null,
  null, null, null, null, null, null, null, null, null
), (
  '\x00000000000000000000000000000000000000c4', 'verified', 'Fetched', '[]', sha256('[]'), true, 1763600000, 'Solidity',
  'v0.8.30', 'Fetched.sol', '{}', '{}', 'sourcify', null, null, null, null
);
