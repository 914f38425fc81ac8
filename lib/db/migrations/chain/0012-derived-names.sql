-- Pools of exchanges whose address follows from the exchange's factory and the two tokens (CREATE2), so that no other
-- contract can be one: found in the first transaction in which a pool emitted a pool's event and moved both tokens.
create table pools (
  address bytea primary key,
  token0 bytea not null,
  token1 bytea not null,
  -- in hundredths of a basis point; null where all pools of the exchange take the same
  fee integer,
  exchange text not null,
  block_number bigint not null
);
create index pools_block on pools (block_number);
