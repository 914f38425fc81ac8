-- The fhEVM deployments of the chain, as configured or published: only their contracts' logs count. Written when the
-- indexer starts; what a deployment does not name is asked for of its executor and ACL later.
create table fhe_deployments (
  executor bytea primary key,
  position integer not null,
  name text not null,
  acl bytea,
  hcu_limit bytea,
  kms_verifier bytea,
  input_verifier bytea,
  protocol_config bytea,
  bridge bytea
);

-- Limits that an HCULimit contract had in the state after a block: read where it was first indexed and after each of its
-- upgrades. Its own events tell all later changes.
create table fhe_limits (
  hcu_limit bytea not null,
  block_number bigint not null,
  -- contract: it has them in storage; constants: compiled into it (to 0.1); none: there was no contract;
  -- unknown: the node had no such state
  source text not null check (source in ('contract', 'constants', 'none', 'unknown')),
  version text,
  per_transaction numeric,
  depth numeric,
  -- null: no cap
  per_block numeric,
  primary key (hcu_limit, block_number)
);
