-- Sources that were compiled here: whose word a verification is, and what the compiler's match told besides.
alter table contract_interfaces
  add column verified_via text check (verified_via in ('sourcify', 'compiler')),
  add column constructor_arguments bytea,
  -- JSON, addresses by qualified name
  add column libraries bytea,
  -- SHA-256 of the runtime code: all contracts of the same code share the verification
  add column code_hash bytea;
update contract_interfaces set verified_via = 'sourcify' where source = 'verified';
alter table contract_interfaces add check ((source = 'verified') = (verified_via is not null));
create index contract_interfaces_code on contract_interfaces (code_hash) where code_hash is not null;
