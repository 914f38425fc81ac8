-- What no block proves carries its source (0020): here the balances that contracts told, and what of a block and of its
-- transactions the block's hash does not commit to. Null for what was stored before.
alter table token_balances add column source integer;
alter table token_instance_balances add column source integer;
-- Of the balances that the sums were compared with.
alter table token_balance_checks add column source integer;

-- Of size, total_difficulty and uncles; of blob_gas_price, l1_fee and operator_fee of its transactions; in an unproven
-- block, of everything.
alter table blocks add column unproven_source integer;
