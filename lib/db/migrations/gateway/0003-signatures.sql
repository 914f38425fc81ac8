-- Names of functions, events and errors beyond the table that the programs bring: imported by the operator
-- (npm run signatures), or fetched from SIGNATURES_URL.

create table signatures (
  -- the selector of a function or error (4 bytes), or the topic of an event (32)
  key bytea not null,
  -- name and types, without names of parameters: transfer(address,uint256)
  signature text not null,
  -- 1: imported, 2: fetched
  source smallint not null,
  primary key (key, signature)
);

-- When SIGNATURES_URL last answered about a key, also where it knew no name.
create table signature_lookups (
  key bytea primary key,
  looked_up_at timestamptz not null default now()
);
create index signature_lookups_by_time on signature_lookups (looked_up_at);
