-- What keys have used. Every api process adds its charges several times a second (lib/queries/key-usage.ts); the room
-- left in each page keeps those updates from growing the indexes. Days are UTC.

-- A name stands for one key; it is free again when that key is revoked.
create unique index api_keys_name on api_keys (name) where revoked_at is null;

-- Answered calls and their credits by operation: for the operator.
create table key_usage (
  day date not null,
  key_hash bytea not null,
  endpoint_id text not null,
  calls bigint not null,
  credits bigint not null,
  primary key (day, key_hash, endpoint_id)
) with (fillfactor = 70);

-- The same credits without the operation: what the gate counts by.
create table key_credits (
  key_hash bytea not null,
  day date not null,
  credits bigint not null,
  primary key (key_hash, day)
) with (fillfactor = 70);

-- The last batch of charges that each process has stored: one that is sent again is not added again.
create table key_usage_writers (
  writer_id uuid primary key,
  batch bigint not null,
  stored_at timestamptz not null default now()
);
