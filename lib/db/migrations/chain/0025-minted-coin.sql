-- What a deposit of the OP Stack created for its sender, in wei, also if its execution failed; null for any other transaction,
-- and for deposits that were indexed before.
alter table transactions add column mint numeric;
