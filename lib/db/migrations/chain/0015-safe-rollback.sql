alter table indexer_state
  -- the node's block 0, which identifies the chain where the index begins later; null where no node has it
  add column genesis_hash bytea,
  -- the highest block that was seen finalized on the chain that is indexed
  add column finalized_block bigint;
