-- Ranges of blocks that processes index beside the index, each into a schema of its own, to be joined in order.
create table backfill_ranges (
  from_block bigint primary key,
  to_block bigint not null,
  -- its part is indexed whole, and waits to be joined
  is_done boolean not null default false
);
