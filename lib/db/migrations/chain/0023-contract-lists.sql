-- Verified contracts are listed, the last verified first; -1 stands for an unknown time.
create index contract_interfaces_verified on contract_interfaces (coalesce(verified_at, -1), address)
  where source = 'verified';
create index contract_interfaces_language on contract_interfaces (language, coalesce(verified_at, -1), address)
  where source = 'verified';
