-- The index begins above the configured first block: it is served until the whole one, which is indexed beside it, takes
-- its place.
alter table indexer_state add column is_interim boolean not null default false;
