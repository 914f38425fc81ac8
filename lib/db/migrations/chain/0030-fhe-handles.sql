-- A handle is searched for by the operation that produced it; some are produced in many transactions.
create index fhe_operations_result on fhe_operations (result, block_number, transaction_index);
