-- Without the log's index, entries of one contract and block are equal and stored as one: half the bytes. A list of an
-- address sorts the logs of one block at a time.
alter index logs_address rename to logs_address_wide;
create index logs_address on logs (address, block_number);
