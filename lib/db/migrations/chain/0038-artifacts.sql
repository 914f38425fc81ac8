-- A contract's runtime code, read with what it is a proxy for: its size, null while it is to be read, and its SHA-256,
-- null without code. Contracts of an index that is older than this are read when there is nothing else to read.
alter table addresses
  add column code_size integer,
  add column code_hash bytea;
create index addresses_code_unread on addresses (first_seen_block)
  where is_contract and delegate is null and code_size is null;
create index addresses_code_size on addresses (code_size, address) where code_size > 0;

-- Contracts are known by the operator's artifacts too: verified when all their sources are at hand.
alter table contract_interfaces
  drop constraint contract_interfaces_verified_via_check,
  add constraint contract_interfaces_verified_via_check
    check (verified_via in ('sourcify', 'compiler', 'artifacts')),
  -- SHA-256 of the artifact, whose sources stand below once for all contracts of it
  add column artifact bytea,
  add check ((verified_via is not distinct from 'artifacts') <= (artifact is not null));
create table artifact_sources (
  artifact bytea primary key,
  -- JSON
  compiler_settings bytea,
  -- JSON, text by path
  sources bytea,
  -- JSON
  storage_layout bytea
);
