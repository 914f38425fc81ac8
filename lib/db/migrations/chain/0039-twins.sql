-- Lists show the name of a verified contract of the same code too, the best match first.
drop index contract_interfaces_code;
create index contract_interfaces_twin on contract_interfaces (code_hash, is_exact desc, verified_at, address)
  where source = 'verified' and code_hash is not null;
