-- The logs that name a handle of an encrypted value, beside the operations that produced it: those that used it, its input
-- proof, grants, decryptions, transfers and bridges. Any contract can log most of them: who did tells what counts.
create table fhe_handle_logs (
  handle bytea not null,
  -- operand: an operation used it; else the name of the event
  kind text not null,
  -- empty for what only an executor logs: its logs alone are written
  emitter bytea not null,
  block_number bigint not null,
  transaction_index integer not null,
  log_index integer not null,
  -- who an Allowed lets use and decrypt it
  account bytea,
  primary key (handle, kind, emitter, block_number, log_index)
);
create index fhe_handle_logs_account on fhe_handle_logs (account, handle, emitter, block_number, log_index)
  where account is not null;
create index fhe_handle_logs_block on fhe_handle_logs (block_number);

-- Blocks below this one, indexed before there was the table, are not in it yet; null: all are.
alter table indexer_state add column fhe_handles_below bigint;
update indexer_state set fhe_handles_below = tip_number + 1;
