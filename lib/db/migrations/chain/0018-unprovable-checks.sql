-- Which checks of the proof the chain's blocks do not pass, by names of lib/proof/prove-block.ts.
alter table indexer_state add column unprovable_checks text[] not null default '{}';
