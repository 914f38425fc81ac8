-- Primary names of addresses in ENS, as the node told them: of addresses that were active lately, or viewed.
create table ens_names (
  address bytea primary key,
  -- Normalized (ENSIP-15), and confirmed by the address that the name itself resolves to; null for none.
  name text,
  -- -infinity: to be looked up
  checked_at timestamptz not null
);
create index ens_names_name on ens_names (name text_pattern_ops) where name is not null;
create index ens_names_due on ens_names (address) where checked_at = '-infinity';
