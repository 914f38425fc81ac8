-- From which block on headers have fields that the indexer does not know, which, and its version; null where it knows all.
alter table indexer_state
  add newer_header_since bigint,
  add newer_header_fields text[],
  add newer_header_version text;
