-- What an account was granted by an ACL, the newest first.
create index fhe_handle_logs_grants on fhe_handle_logs (account, emitter, block_number desc, log_index desc)
where account is not null;
