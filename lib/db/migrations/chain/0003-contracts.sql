-- What the code and the storage of a contract show it to be a proxy for, read from the node later: EIP-1167, 1822 and
-- 1967, also by beacon. EIP-7702 delegations stand in delegate. 'asked': the node is being asked; an upgrade that is
-- indexed meanwhile makes it 'pending' again. Contracts of an index that is older than this are asked as new ones are.
alter table addresses
  add column proxy_status text not null default 'pending' check (proxy_status in ('pending', 'asked', 'read')),
  add column proxy_type text,
  add column implementation bytea,
  add column beacon bytea;
create index addresses_proxy_pending on addresses (first_seen_block)
  where is_contract and delegate is null and proxy_status <> 'read';
create index addresses_beacon on addresses (beacon) where beacon is not null;

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
  sources bytea
);

-- When a verification service was asked for a contract: not again before a while has passed.
create table interface_lookups (
  address bytea primary key,
  asked_at timestamptz not null,
  is_found boolean not null
);
