-- Nothing reads these. What a transaction's FHE operations cost stands in fhe_operations.
alter table transactions
  drop column cumulative_gas_used,
  drop column total_hcu;
