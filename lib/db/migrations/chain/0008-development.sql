-- One row where the index is of a development node, whose chain may begin again or go back; none for any other chain.
create table development (
  only_row boolean primary key default true check (only_row),
  -- what the node called the run whose chain is indexed; null where it does not tell
  instance text,
  -- when the chain last began again or went back (Unix ms); null: never
  reset_at bigint,
  -- the block that it went back to; null: it began again
  reset_to bigint
);
