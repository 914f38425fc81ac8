-- All facets of a diamond (ERC-2535), whose implementation is null.
alter table addresses add column facets bytea[];
