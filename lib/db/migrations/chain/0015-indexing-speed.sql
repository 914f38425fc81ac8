-- How fast the index last grew on its way to the head, as the indexer writes it now and then; no row until it has measured.
create table indexing_speed (
  only_row boolean primary key default true check (only_row),
  -- Unix ms
  measured_at bigint not null,
  -- blocks that were written in the time (ms) before that
  blocks bigint not null,
  elapsed_ms bigint not null,
  held_back_by text not null check (held_back_by in ('node', 'processor', 'database'))
);
