-- From Amsterdam on the header has the keccak256 of the block access list (EIP-7928), and the slot; null before.
alter table blocks add column block_access_list_hash bytea, add column slot_number numeric;
