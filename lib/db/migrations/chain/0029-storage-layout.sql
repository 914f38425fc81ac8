-- Where a contract keeps its variables, as the compiler tells: JSON.
alter table contract_interfaces add column storage_layout bytea;
