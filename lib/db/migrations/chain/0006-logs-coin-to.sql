-- The same by who received them.
create index logs_coin_to on logs (topic2, block_number, log_index)
where address = '\xfffffffffffffffffffffffffffffffffffffffe'
  and topic0 = '\xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
  and topic1 < '\x000000000000000000000001' and topic2 < '\x000000000000000000000001'
  and topic3 is null and octet_length(data) = 32;
