-- Schema "gateway": what belongs to the service and not to one chain.

-- The chains this database holds. position orders them: the lowest served one is the default chain.
create table chains (
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
create table api_keys (
  key_hash bytea primary key,
  name text not null,
  plan text not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
