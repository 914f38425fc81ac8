-- The standards are a table in the code (lib/evm/token-standards.ts): a new one needs no migration.
alter table token_transfers drop constraint token_transfers_token_type_check;
