-- Transactions with blobs (EIP-4844) are listed by themselves.
create index transactions_blob on transactions (block_number, index) where type = 3;
