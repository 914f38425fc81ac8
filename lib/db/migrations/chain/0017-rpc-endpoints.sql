-- The RPC endpoints in order of preference, as the indexer finds them. Names hold no URL; times in Unix ms.
create table rpc_endpoints (
  position integer primary key,
  host text not null,
  -- Until then it is asked only while all are benched.
  benched_until bigint,
  reason text,
  benches integer not null,
  failures integer not null,
  last_error text,
  last_answer_at bigint
);
