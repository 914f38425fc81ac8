-- User operations are listed by the account that they are of, and by who paid.
create index user_operations_sender on user_operations (sender, block_number, transaction_index, log_index);
create index user_operations_paymaster on user_operations (paymaster, block_number, transaction_index, log_index)
  where paymaster is not null;
